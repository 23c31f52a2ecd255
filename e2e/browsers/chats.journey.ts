import { readdirSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { sendPrompt } from './chat.ts';
import { button, css, field, link, role, text } from './person.ts';

const chats = role('region', 'Chats');
const openChat = css('[data-open=true]', role('complementary', 'Chats'));

test.beforeEach(async ({ person }) => {
  await person.signIn('premium@atrium.test');
  await person.open('/');
});

test('a chat is dragged onto a collection', async ({ person }, info) => {
  await sendPrompt(person, 'Tell me about lighthouses.');
  const name = `Towers of ${info.project.name} ${Date.now()}`;
  await person.press(button('Create collection'));
  await person.fill(field('Name'), name);
  await person.press(button('Save'));
  await person.sees(button(name));
  await person.misses(role('dialog'));
  // A row that is rendered again during the drag, for example when its title arrives, loses the drag.
  await expect(async () => {
    await person.drag(css('a[aria-current=page]', chats), button(name));
    await person.sees(text(new RegExp(`is in ${name} now`)), { within: 2000 });
  }).toPass();
});

test('a chat is shared by a link that a visitor reads', async ({ person, another }) => {
  const prompt = `Tell me of whales ${Date.now()}`;
  await sendPrompt(person, prompt);
  await person.hover(openChat);
  await person.press(button(/^Options for /, openChat));
  await person.press(role('menuitem', 'Share'));
  const dialog = role('dialog', 'Share Chat');
  await person.press(button('Copy Link', dialog));
  await person.sees(text('Copied to clipboard.'));
  const made = link(/^Created /, dialog);
  await person.sees(made);
  const { href } = await person.locate(made);
  const visitor = await another();
  await visitor.open(href);
  await visitor.sees(text('Shared by Priya Raman'));
  await visitor.sees(text(prompt));
  await visitor.misses(role('textbox', 'Message'));
  await visitor.sees(link('Join Today'));
});

test('all data is exported as a zip, and an answer as a PDF', async ({ person }) => {
  await sendPrompt(person, 'Tell me about harbors.');
  await person.press(button('More'));
  await person.press(role('menuitem', /data/i));
  const download = link('Download my data');
  await person.sees(download);
  const { href } = await person.locate(download);
  expect(new URL(href).pathname).toBe('/api/export');
  await person.keys('Escape');
  await person.misses(role('dialog'));
  await person.press(button('Download as PDF'));
  const ready = text('Your pdf is ready.');
  const arrived = async () => {
    if (readdirSync(person.tab.downloads).some((file) => file.endsWith('.pdf'))) return 'a file';
    if ((await person.tab.tabs()) > 1) return 'a tab';
    // WebKit opens no tab after an asynchronous call.
    if ((await person.locate(ready)).count > 0) await person.press(button('Open'));
    return 'nothing';
  };
  await expect.poll(arrived).not.toBe('nothing');
});

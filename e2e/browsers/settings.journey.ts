import { expect, test } from './fixtures.ts';
import { button, css, field, role, text } from './person.ts';

const settings = role('dialog', 'Settings');
const open = button(/Settings$/);

test.beforeEach(async ({ person }) => {
  await person.signIn('premium@atrium.test');
  await person.open('/');
});

test('a dialog is closed by Back, by Escape and by a click outside', async ({ person }) => {
  for (const close of [
    () => person.tab.back(),
    () => person.keys('Escape'),
    () => person.tab.mouse({ move: [8, 8] }, 'down', 'up'),
  ]) {
    await person.press(open);
    await person.sees(settings);
    await person.isAt(/\?\w{3}=/);
    await close();
    await person.misses(settings);
    await person.isAt(/\/$/);
  }
});

test('a setting saves itself, the theme changes at once, and both outlast a reload', async ({ person }, info) => {
  const name = `Captain of ${info.project.name}`;
  const dark = css('html[data-theme=dark] > body');
  await person.press(open);
  await person.fill(field('Display name', settings), name);
  await person.sees(text('Successfully updated info.'));
  await person.press(role('radio', 'Dark', settings));
  await person.sees(dark);
  await person.tab.reload();
  await person.sees(dark);
  await person.press(open);
  await expect.poll(async () => (await person.locate(field('Display name', settings))).value).toBe(name);
  await person.press(role('radio', 'Light', settings));
  await person.misses(dark);
});

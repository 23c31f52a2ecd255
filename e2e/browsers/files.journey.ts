import { writeFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { composer, conversation, stop } from './chat.ts';
import { button, role, text } from './person.ts';

test.beforeEach(async ({ person }) => {
  await person.signIn('premium@atrium.test');
  await person.open('/');
});

test('a file is uploaded and sent, and is still there after a reload', async ({ person }, info) => {
  const file = info.outputPath('launch.txt');
  writeFileSync(file, 'The launch of the ferry Marguerite is on Thursday.');
  await person.sees(composer);
  await person.tab.chooseFiles('input[type=file]', [file]);
  await person.sees(button('Remove launch.txt'));
  await person.fill(composer, 'Summarise this file');
  await person.keys('Enter');
  await person.sees(button('Open launch.txt', conversation));
  await person.misses(stop, { within: 60_000 });
  await person.sees(text(/Marguerite/, conversation));
  await person.tab.reload();
  await person.sees(button('Open launch.txt', conversation));
});

test('files that are held over the chat are dropped into it', async ({ person }) => {
  const hold = (event: 'dragover' | 'drop') =>
    person.tab.run(
      `const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Dragged here.'], 'dragged.txt', { type: 'text/plain' }));
      document.querySelector('textarea').dispatchEvent(
        new DragEvent(input, { bubbles: true, cancelable: true, dataTransfer }),
      );`,
      event,
    );
  await person.sees(composer);
  await hold('dragover');
  await person.sees(text('Drop your files here'));
  await hold('drop');
  await person.sees(button('Remove dragged.txt'));
  await person.misses(text('Drop your files here'));
});

test('a voice note is recorded from a microphone, and sent', async ({ person }) => {
  const record = button('Record a voice note');
  await person.press(record);
  await expect.poll(async () => (await person.locate(role('timer'))).text).toBe('0:01');
  await person.press(button('Stop and send'));
  await person.isAt(/\?chat=[0-9a-f]{24}$/);
});

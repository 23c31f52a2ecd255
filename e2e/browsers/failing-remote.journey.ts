import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { data } from '../fixtures.ts';
import { filesOf, pin, pinned, restore } from '../releases.ts';
import { composer } from './chat.ts';
import { test } from './fixtures.ts';
import { button, link, role } from './person.ts';

// Cached files would hide that one is missing.
test.use({ fresh: true });

/** Removes the code of the left bar's remote. The returned function restores it. */
const takeAway = (): (() => void) => {
  const { previous: _, ...alone } = pinned(data(), 'mf-workspace');
  const before = pin(data(), 'mf-workspace', alone);
  const entry = join(filesOf(data(), alone), alone.entry.file);
  const files = [entry, `${entry}.br`, `${entry}.gz`].filter((file) => existsSync(file));
  for (const file of files) renameSync(file, `${file}.away`);
  return () => {
    for (const file of files) renameSync(`${file}.away`, file);
    restore(data(), before);
  };
};

test('a remote that does not load shows this in its slot, the others work, and Retry restores it', async ({
  person,
}) => {
  const panel = role('region', 'mf-workspace is not available: left-bar');
  await person.signIn('premium@atrium.test');
  const putBack = takeAway();
  try {
    await person.open('/');
    await person.sees(button('Retry', panel), { within: 60_000 });
    await person.fill(composer, 'The others work');
  } finally {
    putBack();
  }
  await person.press(button('Retry', panel));
  await person.sees(link('New Chat'));
  await person.misses(panel);
});

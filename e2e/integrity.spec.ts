import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { data, expect, test, url } from './fixtures.ts';
import { shortenPauses } from './pauses.ts';
import { filesOf, pin, pinned, publishAs, restore } from './releases.ts';

/** Changes one byte of a file and of its compressed copy. The returned function restores both. */
const tamper = (file: string): (() => void) => {
  const [plain, small] = [readFileSync(file), readFileSync(`${file}.br`)];
  const changed = Buffer.from(plain);
  const at = changed.length >> 1;
  changed[at] = (changed[at] ?? 0) ^ 1;
  writeFileSync(file, changed);
  writeFileSync(`${file}.br`, brotliCompressSync(changed));
  return () => {
    writeFileSync(file, plain);
    writeFileSync(`${file}.br`, small);
  };
};

test('a byte changed in the store never runs: the previous good version is used instead, and the change is reported', async ({
  page,
}) => {
  const good = pinned(data(), 'mf-auth');
  const release = await publishAs(data(), 'mf-auth', '9.2.0');
  const before = pin(data(), 'mf-auth', { ...release, previous: good });
  await shortenPauses(page);
  const login = release.modules['./login'];
  const reported: string[] = [];
  page.on('console', (message) => reported.push(message.text()));
  try {
    const files = [release.entry.file, login?.js[0]?.file, login?.css[0]?.file];
    for (const file of files) {
      await test.step(`a byte of ${file}`, async () => {
        const undo = tamper(join(filesOf(data(), release), file ?? ''));
        reported.length = 0;
        try {
          await page.goto(url('/auth/login'));
          await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible({ timeout: 40_000 });
          // The button is part of the page's HTML, before any script has run.
          const line = () => reported.find((one) => one.includes('mf-auth@9.2.0'));
          await expect.poll(line, { timeout: 40_000 }).toContain('The previous version took over.');
        } finally {
          undo();
        }
      });
    }
    await page.goto(url('/auth/login'));
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  } finally {
    restore(data(), before);
  }
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRepository } from './create-repository.ts';

test('a new repository names the published kernel only, in what others declare as well', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-repository-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = createRepository('mf-late-news', folder);
  expect(files).toContain('contracts/slots/workspace.ts');
  const named = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('@atrium/shared-kernel'));
  expect(named).toEqual([]);
});

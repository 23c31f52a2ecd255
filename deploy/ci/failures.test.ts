import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { requirementProblems } from './requirements.ts';

test('every line of docs/failures.md names a test that exists', () => {
  const lines = readFileSync(join(workspace, 'docs/failures.md'), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).slice(2);
  const asRequirements = rows.map((row, at) => {
    const [fails = '', , , heldBy = ''] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return [`F${at + 1}`, fails, 'failures', heldBy].join('\t');
  });
  expect(rows.length).toBeGreaterThan(20);
  expect(requirementProblems(asRequirements.join('\n'), workspace)).toEqual([]);
});

import { expect, test } from 'vitest';
import { mapProblems } from './readme-map.ts';

const readme = '# A\n\n## Map\n\n```\nshell/    the host\nmf-a/     a remote\n```\n';

test('a map that lists every folder and no other is true', () => {
  expect(mapProblems(readme, ['shell', 'mf-a'])).toEqual([]);
});

test('a missing folder and an unlisted folder are reported', () => {
  expect(mapProblems(readme, ['shell', 'mf-b'])).toEqual([
    'README.md maps mf-a/, which does not exist',
    'README.md does not map mf-b/',
  ]);
  expect(mapProblems('# A', [])).toHaveLength(1);
});

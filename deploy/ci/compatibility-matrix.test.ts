import { expect, test } from 'vitest';
import { matrixLines, type Outcome } from './compatibility-matrix.ts';

const outcome = (remote: string, shell: string, verdict: Outcome['verdict'], why?: string): Outcome => ({
  remote,
  shell,
  verdict,
  ...(why === undefined ? {} : { why }),
});

test('every remote is compared with every shell, and each incompatible pair has its reason', () => {
  const lines = matrixLines([
    outcome('mf-a@1.0.0', 'shell@1.0.0', 'works'),
    outcome('mf-a@1.0.0', 'shell@1.1.0+sources', 'fails', 'draws /a: nothing was drawn'),
    outcome('mf-a@1.1.0+sources', 'shell@1.0.0', 'waits', 'it takes what that shell does not give'),
    outcome('mf-a@1.1.0+sources', 'shell@1.1.0+sources', 'works'),
  ]);
  expect(lines).toEqual([
    '                    shell@1.0.0  shell@1.1.0+sources',
    'mf-a@1.0.0          works        fails',
    'mf-a@1.1.0+sources  waits        works',
    '- mf-a@1.0.0 fails with shell@1.1.0+sources: draws /a: nothing was drawn',
    '- mf-a@1.1.0+sources waits with shell@1.0.0: it takes what that shell does not give',
  ]);
});

test('a cell that was not tested is left empty', () => {
  const lines = matrixLines([
    outcome('mf-a@1.0.0', 'shell@1.0.0', 'works'),
    outcome('mf-b@1.0.0', 'shell@2.0.0', 'works'),
  ]);
  expect(lines[1]).toBe('mf-a@1.0.0  works');
  expect(lines[2]).toBe('mf-b@1.0.0               works');
});

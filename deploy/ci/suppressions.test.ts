import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { allSuppressionProblems, suppressionProblems } from './suppressions.ts';

test('a suppression without a reason is named, one with a reason is not', () => {
  const source = [
    '// oxlint-disable-next-line no-console -- errors of the microphone are only logged',
    '// @ts-expect-error One call has no handler.',
    '// oxlint-disable-next-line no-console',
    '// @ts-ignore why not',
    '/* stylelint-disable plugin/use-baseline */',
  ].join('\n');
  expect(suppressionProblems('a.ts', source)).toEqual([
    'a.ts:3 suppresses without a reason: oxlint-disable-next-line no-console',
    'a.ts:4 suppresses without a reason: @ts-ignore why not',
    'a.ts:5 suppresses without a reason: stylelint-disable plugin/use-baseline */',
  ]);
});

test('every suppression in the workspace has a reason', () => {
  expect(allSuppressionProblems(workspace)).toEqual([]);
});

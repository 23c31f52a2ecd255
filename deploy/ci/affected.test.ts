import { expect, test } from 'vitest';
import { affectedBy } from './affected.ts';

const tsv = [
  'A1.01\tThe bar opens\tshell\te2e/shell.spec.ts › opens ; shell/a.test.ts › opens',
  'A1.02\tSeats are sold\te2e, mf-teams\tmf-teams/a.test.ts › sells ; e2e/teams.spec.ts › buys ; e2e/teams.spec.ts › leaves',
].join('\n');

test('a change in a remote runs its contract suites and the journeys that its rows name', () => {
  expect(affectedBy(['mf-teams/src/seats.tsx', 'docs/a.md'], tsv)).toEqual({
    remotes: ['mf-teams'],
    journeys: ['e2e/teams.spec.ts'],
  });
});

test('a change in a test runs neither, and a changed journey runs itself', () => {
  expect(affectedBy(['mf-teams/src/seats.test.tsx', 'e2e/touch.spec.ts'], tsv)).toEqual({
    remotes: [],
    journeys: ['e2e/touch.spec.ts'],
  });
});

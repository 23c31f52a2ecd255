import { expect, test } from 'vitest';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { endedFlags } from './ended-flags.ts';

const contract = (ends: string): RemoteContract => ({
  name: 'mf-a',
  exposes: {},
  routes: [],
  fills: [],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [],
  flags: { polls: { description: 'Polls in chats.', default: false, ends } },
});

test('a flag whose date has passed is named, and another one is not', () => {
  expect(endedFlags([contract('2027-01-31')], '2027-01-31')).toEqual([]);
  expect(endedFlags([contract('2027-01-31'), undefined], '2027-02-01')).toEqual([
    'The flag mf-a.polls expired on 2027-01-31: remove it from the code, or extend it.',
  ]);
});

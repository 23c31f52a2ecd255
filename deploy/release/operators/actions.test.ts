import { expect, test } from 'vitest';
import { rolloutIn } from '../commands/rollout-options.ts';
import { action, planOf } from './actions.ts';

const team = '66aa00000000000000000001';
const argsOf = (given: object) => planOf('live', action().parse(given)).args.slice(1);
const canary = { do: 'canary', remote: 'mf-a', version: '2', percent: 0 };
const flag = { do: 'flag', remote: 'mf-a', flag: 'polls' };

test('operators request a canary for groups, and flags for users, in the format of the commands', () => {
  const rules = [
    { persons: [team], plans: ['free', 'team'], share: 10 },
    { teams: [team], countries: ['ZA'] },
  ];
  const [version, ...options] = argsOf({ ...canary, groups: rules });
  expect(version).toBe('mf-a@2');
  expect(rolloutIn(options)).toEqual({ rules, others: [] });
  const [name, ...others] = argsOf({ ...flag, rules });
  expect(name).toBe('mf-a.polls');
  expect(rolloutIn(others)).toEqual({ rules, others: [] });
  expect(argsOf({ ...canary, percent: 5, groups: [{ share: 10 }] })).toEqual(['mf-a@2', '5', '--share', '10']);
});

test('a flag is turned on and off for all, or left to its remote', () => {
  expect([[], [{}], undefined].map((rules) => argsOf({ ...flag, ...(rules ? { rules } : {}) })[1])).toEqual([
    '--off',
    '--on',
    '--default',
  ]);
});

test('a canary for everybody, by a group without conditions, or for nobody is rejected by the command', () => {
  expect(argsOf(canary)).toEqual(['mf-a@2', '0']);
  expect(argsOf({ ...canary, groups: [] })).toEqual(['mf-a@2', '0']);
  expect(action().safeParse({ ...canary, groups: [{ teams: ['Sales'] }] }).success).toBe(false);
  expect(action().safeParse({ ...flag, flag: '--on' }).success).toBe(false);
});

import { RemoteContext, viewOf } from '@atrium/shared-kernel/remote';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Flags } from '../remote/host.ts';
import { createScope } from '../remote/scope.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { createFlags } from './flags.ts';

const flag = { description: 'Polls in chats.', ends: '2027-01-31' };
const contract = {
  name: 'mf-a',
  exposes: {},
  routes: [],
  fills: [],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [],
  flags: { polls: { ...flag, default: false }, drafts: { ...flag, default: true } },
} as const;
const useFlag = createFlags(contract);

const used = (flags: Flags | undefined) => {
  const host = { ...createFakeHost(), ...(flags ? { flags } : {}) };
  const view = viewOf(contract, host, { scope: createScope(), input: {}, close: () => undefined });
  const wrapper = ({ children }: { children: ReactNode }) => <RemoteContext value={view}>{children}</RemoteContext>;
  return renderHook(() => [useFlag('mf-a.polls'), useFlag('mf-a.drafts')], { wrapper }).result.current;
};
const given = (all: Readonly<Record<string, boolean>>): Flags => ({
  isOn: (name, standard = false) => all[name] ?? standard,
});

test('a flag has the value of the page, otherwise that of the contract', () => {
  expect(used(given({ 'mf-a.polls': true }))).toEqual([true, true]);
  expect(used(given({ 'mf-a.drafts': false }))).toEqual([false, false]);
  expect(used(given({ 'mf-b.polls': true }))).toEqual([false, true]);
});

test('in a shell that knows no flags each has the value of the contract', () => {
  expect(used(undefined)).toEqual([false, true]);
});

test('a flag that the contract does not declare does not compile', () => {
  const known: Parameters<typeof useFlag>[0] = 'mf-a.polls';
  // @ts-expect-error -- it is no flag of this remote
  const unknown: Parameters<typeof useFlag>[0] = 'mf-a.poll';
  // @ts-expect-error -- it belongs to another remote
  const foreign: Parameters<typeof useFlag>[0] = 'mf-b.polls';
  expect(new Set([known, unknown, foreign]).size).toBe(3);
});

import { join } from 'node:path';
import { changedSignatures } from '@atrium/shared-kernel/compiler/changed-signatures';
import { expect, test } from 'vitest';
import type { KernelParts } from '../build/kernel-parts.ts';
import { workspace } from '../release/data-folder.ts';
import { kernelDeclarations, typedModulesIn } from './declarations.ts';
import { kernelProblems } from './record.ts';
import { partsProblems, type Step } from './semver.ts';

const today = '2030-05-01';
const recorded: KernelParts = {
  version: '0.3.0',
  modules: { 'ui/button': ['Button', 'IconButton', 'OldButton'] },
  deprecated: {
    'ui/button.IconButton': { until: '2030-05-01', instead: 'use Button.' },
    'ui/button.OldButton': { until: '2030-04-30', instead: 'use Button.' },
  },
};
const { deprecated } = recorded;
const given = (...names: string[]): KernelParts => ({ ...recorded, modules: { 'ui/button': names } });
const problems = (now: KernelParts, step: Step = 'none', before = recorded) => partsProblems(before, now, step, today);

test('the same parts are no change, and the kernel of the sources may have the next version', () => {
  expect(problems(recorded)).toEqual([]);
  expect(kernelProblems()).toEqual([]);
});

test('a part that is removed before its date fails, and so does one that was never deprecated', () => {
  expect(problems(given('Button', 'OldButton'), 'minor')).toEqual([
    'IconButton of @atrium/kernel/ui/button must stay until 2030-05-01: restore it.',
  ]);
  expect(problems(given('IconButton', 'OldButton'), 'minor')).toEqual([
    'Button of @atrium/kernel/ui/button was removed: deprecate it first with `@deprecated until <day>: use …`, and release that.',
  ]);
  expect(problems({ ...recorded, modules: {} }, 'minor')).toHaveLength(2);
});

test('after its date a part may be removed, in a version that says so', () => {
  const without = given('Button', 'IconButton');
  expect(problems(without, 'minor')).toEqual([]);
  expect(problems({ ...without, version: '0.4.0' })).toEqual([]);
  expect(problems(without, 'patch')).toEqual([
    'OldButton of @atrium/kernel/ui/button was removed: that is a minor change of @atrium/shared-kernel (`pnpm changeset`).',
  ]);
  const old = { ...recorded, version: '1.3.0' };
  expect(problems({ ...without, version: '1.4.0' }, 'minor', old)).toEqual([expect.stringContaining('a major change')]);
  expect(problems({ ...without, version: '2.0.0' }, 'none', old)).toEqual([]);
});

test('a new part needs a version, too', () => {
  const more = given('Button', 'IconButton', 'OldButton', 'WideButton');
  expect(problems(more)).toEqual([
    'WideButton of @atrium/kernel/ui/button is new: that is a patch change of @atrium/shared-kernel (`pnpm changeset`).',
  ]);
  expect(problems(more, 'patch')).toEqual([]);
  expect(problems({ ...more, version: '1.3.1' }, 'patch', { ...recorded, version: '1.3.0' })).toHaveLength(1);
});

test('a part that cannot be used as before needs the same version step as a removed part', () => {
  const problemsFor = (step: Step, version = recorded.version) =>
    partsProblems({ ...recorded, version }, { ...recorded, version }, step, today, ['ui/button.Button']);
  expect(problemsFor('patch')).toEqual([
    'ui/button.Button cannot be used as in 0.3.0: keep its type, or that is a minor change of @atrium/shared-kernel (`pnpm changeset`).',
  ]);
  expect(problemsFor('minor')).toEqual([]);
  expect(problemsFor('minor', '1.3.0')).toEqual([expect.stringContaining('that is a major change')]);
});

test('what the sources declare can be recorded, and matches the sources', () => {
  const kernel = join(workspace, 'shared-kernel');
  const modules = typedModulesIn(kernel);
  const before = kernelDeclarations(kernel);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['ui/button.tsx', 'slots/slot.tsx', 'remote/host.ts']));
  expect(changedSignatures({ kernel, before, modules })).toEqual([]);
  const text = before['ui/button.tsx']!;
  const older = { ...before, 'ui/button.tsx': text.replace('readonly round?:', 'readonly tone?: string;\n$&') };
  expect(changedSignatures({ kernel, before: older, modules })).toEqual([
    'ui/button.IconButtonProps',
    'ui/button.IconButton',
  ]);
});

test('the date of a deprecation may be postponed, and postponing reverted, but not moved earlier', () => {
  const on = (until: string) => ({ ...deprecated, 'ui/button.IconButton': { until, instead: 'use Button.' } });
  expect(problems({ ...recorded, deprecated: on('2031-01-01') })).toEqual([]);
  expect(problems({ ...recorded, deprecated: {} })).toEqual([]);
  expect(problems({ ...recorded, deprecated: on('2030-04-30') })).toEqual([
    'ui/button.IconButton was promised until 2030-05-01: an earlier day is not allowed.',
  ]);
});

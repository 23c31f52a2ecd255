import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readUsedContracts, usedContracts } from './used-contracts.ts';

const workspace = join(import.meta.dirname, '../..');
const calls = "import * as calls from '@atrium/shared-kernel/contracts/calls';";
const failure = "import { isFailure, isGeneralFailure } from '@atrium/shared-kernel/failure';";
const use = 'declare const use: (value: unknown) => void; declare const error: unknown; declare const some: boolean;';

/** A package with these files, by their names without extension. */
const packageOf = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'used-contracts-'));
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'node_modules/@atrium'), { recursive: true });
  symlinkSync(join(workspace, 'shared-kernel'), join(root, 'node_modules/@atrium/shared-kernel'));
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ extends: join(workspace, 'tsconfig.json') }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, `src/${name}.ts`), text);
  return root;
};

describe('what a package uses is found', () => {
  const found: Readonly<Record<string, readonly [files: Record<string, string>, used: object]>> = {
    'under another name': [
      {
        one: `import * as api from '@atrium/shared-kernel/contracts/calls'; ${use} use(api.chat.getChat);`,
        two: `import { getMessage as read } from '@atrium/shared-kernel/contracts/calls/chat'; ${use} use(read);`,
        three: `${calls} ${use} const ours = calls.chat; const one = ours.nameChat; use(one);`,
      },
      { calls: ['chat.getChat', 'chat.getMessage', 'chat.nameChat'] },
    ],
    'out of a destructured module': [
      { one: `${calls} ${use} const { chat: { getChat }, agents } = calls; use([getChat, agents.getAgent]);` },
      { calls: ['agents.getAgent', 'chat.getChat'] },
    ],
    'through a file that exports it again': [
      {
        again: "export * as api from '@atrium/shared-kernel/contracts/calls';",
        named: "export { getMessage as read } from '@atrium/shared-kernel/contracts/calls/chat';",
        one: `import { api } from './again.ts'; import { read } from './named.ts'; ${use} use([api.chat.getChat, read]);`,
      },
      { calls: ['chat.getChat', 'chat.getMessage'] },
    ],
    'where it is handed to a function': [
      {
        one: `${calls} import type { CallDef } from '@atrium/shared-kernel/contracts/define'; ${use}
          const ask = <C extends CallDef>(call: C) => use(call); ask(calls.chat.getChat);`,
      },
      { calls: ['chat.getChat'] },
    ],
    'in a module that is only loaded sometimes': [
      {
        one: `${use} export const load = async () => {
          const { chat } = await import('@atrium/shared-kernel/contracts/calls'); use(chat.getChat);
          return import('@atrium/shared-kernel/contracts/calls').then((all) => all.agents.getAgent); };`,
      },
      { calls: ['agents.getAgent', 'chat.getChat'] },
    ],
    'by each name that it may have': [
      {
        one: `${calls} ${use} declare const key: 'getChat' | 'nameChat'; use(calls.chat[key]);
          use(some ? calls.agents.getAgent : calls.chat.getMessage); use(calls['tags']['listTags']);`,
      },
      { calls: ['agents.getAgent', 'chat.getChat', 'chat.getMessage', 'chat.nameChat', 'tags.listTags'] },
    ],
    'of events and dialogs alike': [
      {
        one: `import * as events from '@atrium/shared-kernel/contracts/events'; ${use} const { created } = events.chat; use(created);`,
        two: `import * as dialogs from '@atrium/shared-kernel/contracts/dialogs'; ${use} const d = dialogs; use(d.chat.share);`,
      },
      { calls: [], events: ['chat.created'], dialogs: ['chat.share'] },
    ],
    'but not what only types name': [
      {
        one: `${calls} export type Answer = ReturnType<(typeof calls.chat.getChat)['output']>;`,
        two: "import type { getChat } from '@atrium/shared-kernel/contracts/calls/chat'; export type Path = (typeof getChat)['path'];",
        'one.test': `${calls} ${use} use(calls.chat.nameChat);`,
      },
      { calls: [] },
    ],
    'with the codes by which it decides': [
      {
        one: `${calls} ${failure} ${use}
          const is = isFailure; const { joinTeam: join } = calls.teams; const code = 'no-free-seat';
          use(is(error, join, code)); use(isGeneralFailure(error, some ? 'stale' : 'other-person'));`,
        two: "export { isFailure as failedWith } from '@atrium/shared-kernel/failure';",
        three: `${calls} import { failedWith } from './two.ts'; ${use} use(failedWith(error, calls.chat.getChat, 'unknown-chat'));`,
      },
      {
        failures: {
          '*': ['other-person', 'stale'],
          'chat.getChat': ['unknown-chat'],
          'teams.joinTeam': ['no-free-seat'],
        },
      },
    ],
    'with what parts of the kernel do that are built into it': [
      {
        one: `import { uploadFailure } from '@atrium/shared-kernel/upload-failure'; export const refusal = uploadFailure;`,
      },
      { failures: { 'files.uploadUrl': ['unsupported-file-type'] } },
    ],
  };

  const roots = new Map<string, string>();
  beforeAll(() => {
    for (const [name, [files]] of Object.entries(found)) roots.set(name, packageOf(files));
    readUsedContracts([...roots.values()]);
  });
  afterAll(() => {
    for (const root of roots.values()) rmSync(root, { recursive: true });
  });

  test.each(Object.entries(found))('%s', (name, [, used]) => {
    expect(usedContracts(roots.get(name) ?? '')).toMatchObject(used);
  });
});

test('what even the compiler cannot name is refused, with its file and line', () => {
  const asAWhole = 'write each call, event, dialog or slot that you use as a literal: this could be any of them.';
  const decide = 'write the call and the code as literals.';
  const refused: Readonly<Record<string, readonly [text: string, why: string]>> = {
    all: [`${calls} ${use}\nuse(Object.values(calls.chat));`, `2: ${asAWhole}`],
    argument: [
      `${calls} ${use}\nconst f = (all: typeof calls.chat) => use(all.getChat);\nf(calls.chat);`,
      `3: ${asAWhole}`,
    ],
    awaited: [
      `${use} export const all = async () =>\nuse(Object.keys(await import('@atrium/shared-kernel/contracts/events')));`,
      `2: ${asAWhole}`,
    ],
    cast: [`${calls} ${use}\nuse((calls.chat as Record<string, unknown>)['getChat']);`, `2: ${asAWhole}`],
    spread: [`${calls} ${use}\nuse({ ...calls.chat });`, `2: ${asAWhole}`],
    remaining: [
      `${calls} ${use}\nconst { getChat, ...others } = calls.chat; use([getChat, others]);`,
      `2: ${asAWhole}`,
    ],
    unknown: [
      `declare const path: string;\nexport const load = () => import(path);`,
      '2: write the imported module as a literal.',
    ],
    decision: [
      `${calls} ${failure}
export const failed = <const C extends 'unknown-chat' | 'stale'>(error: unknown, code: C) =>
  isFailure(error, calls.chat.getChat, code as 'unknown-chat' & C);`,
      `3: ${decide}`,
    ],
    either: [
      `${calls} ${failure} ${use}\nuse(isFailure(error, some ? calls.chat.getChat : calls.chat.focusChat, 'unknown-chat'));`,
      `2: ${decide}`,
    ],
    handed: [
      `${failure} ${use}\nuse(isFailure);`,
      '2: write the call and the code as literals, and do not pass this function on.',
    ],
  };
  const root = packageOf(Object.fromEntries(Object.entries(refused).map(([name, [text]]) => [name, text])));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const reasons = Object.entries(refused).map(([name, [, why]]) => `src/${name}.ts:${why}`);
  expect(() => usedContracts(root)).toThrow(reasons.toSorted().join('\n'));
});

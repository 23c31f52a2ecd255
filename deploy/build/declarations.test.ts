import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as formerDialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { DialogDef, EventDef, SlotDef } from '@atrium/shared-kernel/contracts/define';
import * as formerEvents from '@atrium/shared-kernel/contracts/events';
import { ownerOfName, shortcutOwners } from '@atrium/shared-kernel/contracts/owners';
import * as formerSlots from '@atrium/shared-kernel/contracts/slots';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { workspace } from '../release/data-folder.ts';
import { misfits } from '../release/schema-fit.ts';
import { declarationProblems, writeDeclarations } from './declarations.ts';
import { packageFolders } from './packages.ts';

const created = (more = '') => `export const created = { kind: 'event', name: 'chat.created'${more} };\n`;
let root = '';
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-declarations-'));
  write('mf-chat/events.ts', created());
  write('mf-chat/contracts/events.ts', "export * as chat from '../events.ts';\n");
  write('mf-news/contracts/events.ts', "export * as chat from './events/chat.ts';\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const copy = 'mf-news/contracts/events/chat.ts';

test('consumers that name an owner get its declarations, and updates of them', () => {
  expect(declarationProblems(root)).toEqual([
    `${copy} differs from what its owner declares: run \`pnpm declarations\`.`,
  ]);
  expect(writeDeclarations(root)).toEqual([copy]);
  expect(readFileSync(join(root, copy), 'utf8')).toContain(`mf-chat/events.ts`);
  expect(readFileSync(join(root, copy), 'utf8')).toContain(created());
  expect([declarationProblems(root), writeDeclarations(root)]).toEqual([[], []]);

  write('mf-chat/events.ts', created(', version: 2'));
  expect(declarationProblems(root)).toHaveLength(1);
  writeDeclarations(root);
  expect(declarationProblems(root)).toEqual([]);
});

test('a copy that was changed by hand is reported, and so is one without an owner', () => {
  writeDeclarations(root);
  write(copy, `${readFileSync(join(root, copy), 'utf8')}// mine\n`);
  write('mf-news/contracts/events/polls.ts', created());
  expect(declarationProblems(root)).toEqual([
    `${copy} differs from what its owner declares: run \`pnpm declarations\`.`,
    'mf-news/contracts/events/polls.ts has no owner: no package declares it.',
  ]);
});

type Declared = DialogDef | EventDef | SlotDef;
const recorded = (of: Declared): Record<string, Parameters<typeof misfits>[0]> =>
  Object.fromEntries(
    Object.entries(of).map(([key, value]) => [
      key,
      typeof value === 'function'
        ? z.toJSONSchema((value as EventDef['payload'])(), { unrepresentable: 'any' })
        : value,
    ]),
  );
/** Everything that the workspace's packages declare, by kind and name. */
const declared = async (): Promise<Map<string, { readonly of: Declared; readonly in: string }>> => {
  const files = packageFolders().flatMap((name) =>
    ['events', 'dialogs', 'slots'].map((kind) => ({ name, file: join(workspace, name, `${kind}.ts`) })),
  );
  const found = await Promise.all(
    files
      .filter(({ file }) => existsSync(file))
      .map(async ({ name, file }) => {
        const module = (await import(pathToFileURL(file).href)) as Record<string, Declared>;
        return Object.values(module).map((of) => [`${of.kind} ${of.name}`, { of, in: name }] as const);
      }),
  );
  return new Map(found.flat());
};

test('each package declares only names that start with its own word, and only its own shortcuts', async () => {
  const all = await declared();
  expect(all.size).toBeGreaterThan(60);
  const keys: Record<string, string> = {};
  for (const [name, { of, in: folder }] of all) {
    expect([of.owner, ownerOfName(of.name)], name).toEqual([folder, folder]);
    if (of.kind === 'dialog' && of.shortcut) keys[of.shortcut] = of.owner;
  }
  expect(keys).toEqual(shortcutOwners);
});

test('what the kernel still declares for older remotes is declared by its owner, in the same version', async () => {
  const all = await declared();
  const former = [formerEvents, formerDialogs, formerSlots].flatMap((groups) =>
    Object.values<Record<string, Declared>>(groups).flatMap((group) => Object.values(group)),
  );
  expect(former.length).toBeGreaterThan(60);
  for (const one of former) {
    const own = all.get(`${one.kind} ${one.name}`)?.of;
    if (!own || own.version > one.version) continue;
    expect([own.name, own.owner, own.version]).toEqual([one.name, one.owner, one.version]);
    const [is, was] = [recorded(own), recorded(one)];
    const read = one.kind === 'event' ? 'payload' : 'input';
    const given = one.kind === 'dialog' ? 'props' : 'result';
    expect(misfits(is[read] ?? {}, was[read] ?? {}), one.name).toEqual([]);
    expect(misfits(was[given] ?? {}, is[given] ?? {}), one.name).toEqual([]);
  }
});

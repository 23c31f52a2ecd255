import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DialogDef, EventDef, SlotDef } from '@atrium/shared-kernel/contracts/define';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contractCode } from './contract-code.ts';
import { dataFolder, workspace } from './data-folder.ts';
import { contractFile, isShell, recordRemote } from './contract-record.ts';
import { emptyContract, type ReleaseRecord } from './record.ts';

let root = '';
beforeAll(() => {
  mkdirSync(dataFolder(), { recursive: true });
  root = mkdtempSync(join(dataFolder(), 'contract-code-'));
  symlinkSync(join(workspace, 'deploy/node_modules'), join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const recordOf = (contract: ReleaseRecord['contract'], name = 'mf-news'): ReleaseRecord => ({
  name,
  version: '0.2.0',
  kernel: '0.1.0',
  content: '',
  files: [],
  contract,
});
const schemaOf = (of: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(of, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
};
/** The generated module of a record, as Node runs it. */
const load = async (record: ReleaseRecord): Promise<Record<string, EventDef | DialogDef | SlotDef>> => {
  const file = join(root, `${record.name}.ts`);
  writeFileSync(file, contractCode(record));
  return (await import(pathToFileURL(file).href)) as Record<string, EventDef | DialogDef | SlotDef>;
};
/** The owner may add fields, which is the only difference between the two. */
const open = (schema: unknown): unknown =>
  schema &&
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  );

test.each(['mf-chat', 'mf-workspace', 'mf-teams', 'mf-billing', 'mf-auth'])(
  'what %s declares is what its consumers get: each event, dialog and slot with the same schema',
  async (name) => {
    const contract = await contractFile(join(workspace, name));
    if (!contract || isShell(contract)) throw new Error('no remote');
    const recorded = recordRemote(contract);
    const declared = Object.values(await load(recordOf(recorded, name)));
    for (const event of recorded.emits) {
      const found = declared.find((one) => one.kind === 'event' && one.name === event.name) as EventDef;
      expect(found).toMatchObject({ kind: 'event', owner: name, version: event.version });
      expect(open(schemaOf(found.payload(), 'output')), event.name).toEqual(open(event.payload));
    }
    for (const dialog of recorded.supplies) {
      const found = declared.find((one) => one.kind === 'dialog' && one.name === dialog.name) as DialogDef;
      expect(found).toMatchObject({ kind: 'dialog', owner: name, version: dialog.version });
      expect(open(schemaOf(found.props(), 'input')), dialog.name).toEqual(open(dialog.props));
    }
    for (const { input, result, ...slot } of recorded.slots) {
      const found = declared.find((one) => one.kind === 'slot' && one.name === slot.name) as SlotDef;
      expect(found).toMatchObject({ kind: 'slot', owner: name, ...slot });
      expect(open(found.input && schemaOf(found.input(), 'output')), slot.name).toEqual(open(input));
      expect(open(found.result && schemaOf(found.result(), 'output')), slot.name).toEqual(open(result));
    }
    expect(declared).toHaveLength(recorded.emits.length + recorded.supplies.length + recorded.slots.length);
  },
);

test('texts of an owner stay texts: a quote or an end of a line is no code', async () => {
  const name = 'news.it\'s"\n`${x}`';
  const payload = { type: 'object', properties: { "a'b": { const: 'c\\\'"\n' } }, required: ["a'b"] };
  const [found] = Object.values(
    await load(recordOf({ ...emptyContract, emits: [{ name: 'news.x', version: 1, payload }] })),
  );
  expect((found as EventDef).payload().safeParse({ "a'b": 'c\\\'"\n' }).success).toBe(true);
  expect((found as EventDef).payload().safeParse({ "a'b": 'c' }).success).toBe(false);
  expect(() => contractCode(recordOf({ ...emptyContract, emits: [{ name, version: 1, payload }] }))).toThrow(
    'is no name',
  );
});

test('a contract without declarations, or with two of one name, is refused', () => {
  expect(() => contractCode(recordOf(emptyContract))).toThrow('mf-news@0.2.0 declares no events, dialogs or slots.');
  const event = { name: 'news.changed', version: 1, payload: {} };
  const both = { ...emptyContract, emits: [event, { ...event, name: 'other.changed' }] };
  expect(() => contractCode(recordOf(both))).toThrow('mf-news@0.2.0 declares two things that are called changed.');
});

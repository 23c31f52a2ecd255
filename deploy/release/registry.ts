import { userInfo } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Documents, folderDocuments } from './documents.ts';
import { type Environment, environmentText, parseEnvironment, partNames, pinOf } from './environment.ts';
import { type Withdrawals, withoutWithdrawnPrevious, yank } from './withdrawn.ts';

const change = () =>
  z.object({ part: z.string(), from: z.optional(z.string()), to: z.optional(z.string()), how: z.string() });
const entry = () =>
  z.object({
    number: z.number(),
    environment: z.string(),
    at: z.string(),
    by: z.string(),
    changes: z.array(change()),
    why: z.optional(z.string()),
  });

/** One step of an environment's past. `how`: `pin`, `promote`, `rollback`, `canary`, `yank`, `transfer`, `resume`. */
export type Entry = z.infer<ReturnType<typeof entry>>;
type Change = z.infer<ReturnType<typeof change>>;

type Make = (now: Environment) => Environment | Promise<Environment>;

/** What operators share beside the releases: pins, their past, and which versions were withdrawn. */
export interface Registry extends Withdrawals {
  environments(): Promise<string[]>;
  /** Throws a sentence where there is no such environment. */
  read(name: string): Promise<Environment>;
  /**
   * Changes an environment, however many do so at once: `make` gets what is pinned at that moment and is asked again
   * where somebody was faster. Answers what is pinned then; without a change nothing is written.
   */
  change(name: string, how: string, make: Make, why?: string): Promise<Environment>;
  /** Adds a step to the past that changes no pin. */
  note(name: string, step: Change, why?: string): Promise<void>;
  /** The newest first. */
  history(name: string): Promise<Entry[]>;
  withdraw(part: string, version: string, why: string): Promise<void>;
}

const tries = 50;
const numbered = (name: string, number: number) => `history/${name}/${String(number).padStart(6, '0')}.json`;
const yankKey = (part: string, version: string) => `withdrawn/${part}@${version}.json`;
const operator = () => process.env['ATRIUM_OPERATOR'] ?? userInfo().username;

const shown = (environment: Environment, part: string): string | undefined => {
  const pin = pinOf(environment, part);
  return pin?.canary ? `${pin.version}, ${pin.canary.percent} % ${pin.canary.version}` : pin?.version;
};

const step = (part: string, how: string, from: string | undefined, to: string | undefined): Change[] =>
  from === to ? [] : [{ part, how, ...(from ? { from } : {}), ...(to ? { to } : {}) }];

const withPrevious = (environment: Environment, part: string) =>
  `${shown(environment, part)}, before ${pinOf(environment, part)?.previous ?? 'nothing'}`;

/** What was pinned otherwise, and what belonged to another remote. */
const changesOf = (before: Environment, after: Environment, how: string): Change[] => [
  ...[...new Set([...partNames(before), ...partNames(after)])].flatMap((part) => {
    const pinned = step(part, how, shown(before, part), shown(after, part));
    return pinned.length > 0 ? pinned : step(part, how, withPrevious(before, part), withPrevious(after, part));
  }),
  ...Object.keys({ ...before.owners, ...after.owners }).flatMap((claim) =>
    step(claim, how, before.owners?.[claim], after.owners?.[claim]),
  ),
];

/** `pins` holds `<environment>.json`, `log` the past and the withdrawn versions. */
export const createRegistry = (pins: Documents, log: Documents, now = () => new Date()): Registry => {
  const key = (name: string) => `${name}.json`;
  const environments = async () =>
    (await pins.list('')).filter((one) => one.endsWith('.json')).map((one) => one.slice(0, -5));
  const find = async (name: string) => {
    const found = /^[\w-]+$/.test(name) ? await pins.read(key(name)) : undefined;
    if (found) return found;
    throw new Error(`There is no environment ${name}: there are ${(await environments()).join(', ')}.`);
  };
  const record = async (name: string, entryOf: (number: number) => Entry) => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const last = (await log.list(`history/${name}/`)).at(-1);
      const number = Number(/(\d+)\.json$/.exec(last ?? '')?.[1] ?? 0) + 1;
      const text = `${JSON.stringify(entryOf(number))}\n`;
      if (await log.swap(numbered(name, number), text, undefined)) return;
    }
    throw new Error(`The history of ${name} could not be written.`);
  };
  const withdrawn = async (part: string, version: string) => {
    const found = await log.read(yankKey(part, version));
    return found && yank().parse(JSON.parse(found.text));
  };
  const noted = (name: string, changes: Change[], why: string | undefined) =>
    record(name, (number) => ({
      number,
      environment: name,
      at: now().toISOString(),
      by: operator(),
      changes,
      ...(why ? { why } : {}),
    }));
  return {
    environments,
    read: async (name) => parseEnvironment((await find(name)).text, name),
    async change(name, how, make, why) {
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const { text, tag } = await find(name);
        const before = parseEnvironment(text, name);
        const after = await withoutWithdrawnPrevious({ withdrawn }, await make(before));
        const changes = changesOf(before, after, how);
        if (changes.length === 0) return before;
        if (!(await pins.swap(key(name), environmentText(after), tag))) continue;
        await noted(name, changes, why);
        return after;
      }
      throw new Error(`${name} was changed by others ${tries} times meanwhile: nothing was changed by this command.`);
    },
    note: (name, one, why) => noted(name, [one], why),
    async history(name) {
      const keys = await log.list(`history/${name}/`);
      const found = await Promise.all(keys.map((one) => log.read(one)));
      return found.flatMap((one) => (one ? [entry().parse(JSON.parse(one.text))] : [])).toReversed();
    },
    async withdraw(part, version, why) {
      const text = `${JSON.stringify({ why, by: operator(), at: now().toISOString() })}\n`;
      const known = await log.read(yankKey(part, version));
      await log.swap(yankKey(part, version), text, known?.tag);
    },
    withdrawn,
  };
};

/** Pins in `environments`, all else in the data folder. */
export const folderRegistry = (environments: string, data: string): Registry =>
  createRegistry(folderDocuments(environments), folderDocuments(join(data, 'registry')));

import { userInfo } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Documents, folderDocuments } from './documents.ts';
import {
  canaryOf,
  canaryText,
  type Environment,
  environmentText,
  parseEnvironment,
  partNames,
  pinOf,
  versionsBefore,
} from './environment.ts';
import { rolloutText } from './rollout.ts';
import { goodMark, type Verdicts, withGoodPrevious } from './previous.ts';
import { yank } from './withdrawn.ts';

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

/** One step in an environment's history. `how`: `pin`, `promote`, `rollback`, `canary`, `disable`, `good`, `yank`, … */
export type Entry = z.infer<ReturnType<typeof entry>>;
type Change = z.infer<ReturnType<typeof change>>;

type Make = (now: Environment) => Environment | Promise<Environment>;

/** What operators share besides the releases: pins, their history, and which versions were withdrawn. */
export interface Registry extends Verdicts {
  environments(): Promise<string[]>;
  /** Throws a sentence if there is no such environment. */
  read(name: string): Promise<Environment>;
  /**
   * Changes an environment, safely with concurrent changes: `make` gets what is pinned at that moment, and is called
   * again if somebody else was faster. Gives the resulting pins; without a change nothing is written.
   */
  change(name: string, how: string, make: Make, why?: string): Promise<Environment>;
  /** Adds a step to the history that changes no pin. */
  note(name: string, step: Change, why?: string): Promise<void>;
  /** The newest first. `known`: what was read before, which is not read again, because no step ever changes. */
  history(name: string, known?: readonly Entry[]): Promise<Entry[]>;
  withdraw(part: string, version: string, why: string): Promise<void>;
  /** Records that a version runs well in an environment. */
  declareGood(environment: string, part: string, version: string, mark: { by?: string; why?: string }): Promise<void>;
}

const tries = 50;
const numbered = (name: string, number: number) => `history/${name}/${String(number).padStart(6, '0')}.json`;
const yankKey = (part: string, version: string) => `withdrawn/${part}@${version}.json`;
const goodKey = (name: string, part: string, version: string) => `good/${name}/${part}@${version}.json`;
/** Who makes a change by default. */
const operator = () => process.env['ATRIUM_OPERATOR'] ?? userInfo().username;

const shown = (environment: Environment, part: string): string | undefined => {
  const pin = pinOf(environment, part);
  const canary = canaryOf(pin);
  const stable = pin?.share === undefined ? pin?.version : undefined;
  const parts = [stable, canary && `${canaryText(canary)} ${canary.version}`, pin?.disabled && 'disabled'];
  return parts.filter(Boolean).join(', ') || undefined;
};

const step = (part: string, how: string, from: string | undefined, to: string | undefined): Change[] =>
  from === to ? [] : [{ part, how, ...(from ? { from } : {}), ...(to ? { to } : {}) }];

const withBefore = (environment: Environment, part: string) => {
  const pin = pinOf(environment, part);
  const { previous } = pin ?? {};
  const others = pin ? versionsBefore(pin).filter((one) => one !== previous) : [];
  return `${shown(environment, part)}, before ${[previous ?? 'nothing', ...others].join(', ')}`;
};

const setIn = ({ configuration = {} }: Environment, remote: string) =>
  configuration[remote] && JSON.stringify(configuration[remote]);

const flagIn = ({ flags = {} }: Environment, name: string) => flags[name] && `for ${rolloutText(flags[name])}`;

/** Pins, settings and owners that changed. */
const changesOf = (before: Environment, after: Environment, how: string): Change[] => [
  ...[...new Set([...partNames(before), ...partNames(after)])].flatMap((part) => {
    const pinned = step(part, how, shown(before, part), shown(after, part));
    return pinned.length > 0 ? pinned : step(part, how, withBefore(before, part), withBefore(after, part));
  }),
  ...Object.keys({ ...before.configuration, ...after.configuration }).flatMap((remote) =>
    step(`configuration of ${remote}`, how, setIn(before, remote), setIn(after, remote)),
  ),
  ...Object.keys({ ...before.flags, ...after.flags }).flatMap((name) =>
    step(`flag ${name}`, how, flagIn(before, name), flagIn(after, name)),
  ),
  ...Object.keys({ ...before.previews, ...after.previews }).flatMap((title) =>
    step(`preview of ${title}`, how, before.previews?.[title], after.previews?.[title]),
  ),
  ...Object.keys({ ...before.owners, ...after.owners }).flatMap((claim) =>
    step(claim, how, before.owners?.[claim], after.owners?.[claim]),
  ),
];

type Past = Pick<Registry, 'history' | 'withdraw' | 'withdrawn' | 'good' | 'declareGood'> & {
  readonly noted: (name: string, changes: Change[], why: string | undefined) => Promise<void>;
};

/** What happened to pins and versions: the history of environments, and which versions were withdrawn or ran well. */
const createPast = (log: Documents, now: () => Date, by: string): Past => {
  const record = async (name: string, entryOf: (number: number) => Entry) => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const last = (await log.list(`history/${name}/`)).at(-1);
      const number = Number(/(\d+)\.json$/.exec(last ?? '')?.[1] ?? 0) + 1;
      const text = `${JSON.stringify(entryOf(number))}\n`;
      if (await log.swap(numbered(name, number), text, undefined)) return;
    }
    throw new Error(`The history of ${name} could not be written.`);
  };
  return {
    noted: (name, changes, why) =>
      record(name, (number) => ({
        number,
        environment: name,
        at: now().toISOString(),
        by,
        changes,
        ...(why ? { why } : {}),
      })),
    history: async (name, known = []) => {
      const last = known[0] && numbered(name, known[0].number);
      const keys = await log.list(`history/${name}/`, last);
      const found = await Promise.all(keys.map((one) => log.read(one)));
      const entries = found.flatMap((one) => (one ? [entry().parse(JSON.parse(one.text))] : []));
      return [...entries.toReversed(), ...known];
    },
    withdraw: async (part, version, why) => {
      const text = `${JSON.stringify({ why, by, at: now().toISOString() })}\n`;
      const known = await log.read(yankKey(part, version));
      await log.swap(yankKey(part, version), text, known?.tag);
    },
    withdrawn: async (part, version) => {
      const found = await log.read(yankKey(part, version));
      return found && yank().parse(JSON.parse(found.text));
    },
    good: async (name, part, version) => {
      const found = await log.read(goodKey(name, part, version));
      return found && goodMark().parse(JSON.parse(found.text));
    },
    declareGood: async (name, part, version, { by: other, why }) => {
      const key = goodKey(name, part, version);
      const text = `${JSON.stringify({ by: other ?? by, at: now().toISOString(), ...(why ? { why } : {}) })}\n`;
      await log.swap(key, text, (await log.read(key))?.tag);
    },
  };
};

/** `pins` contains `<environment>.json`, `log` the history and the withdrawn versions. */
export const createRegistry = (
  pins: Documents,
  log: Documents,
  now = () => new Date(),
  by: string = operator(),
): Registry => {
  const key = (name: string) => `${name}.json`;
  const environments = async () =>
    (await pins.list('')).filter((one) => /^[\w-]+\.json$/.test(one)).map((one) => one.slice(0, -5));
  const find = async (name: string) => {
    const found = /^[\w-]+$/.test(name) ? await pins.read(key(name)) : undefined;
    if (found) return found;
    throw new Error(`There is no environment ${name}: there are ${(await environments()).join(', ')}.`);
  };
  const past = createPast(log, now, by);
  return {
    environments,
    read: async (name) => parseEnvironment((await find(name)).text, name),
    async change(name, how, make, why) {
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const { text, tag } = await find(name);
        const before = parseEnvironment(text, name);
        const after = await withGoodPrevious(past, await make(before));
        const changes = changesOf(before, after, how);
        if (changes.length === 0) return before;
        if (!(await pins.swap(key(name), environmentText(after), tag))) continue;
        await past.noted(name, changes, why);
        return after;
      }
      throw new Error(`${name} was changed by others ${tries} times in the meantime, so this command changed nothing.`);
    },
    note: (name, one, why) => past.noted(name, [one], why),
    history: past.history,
    withdraw: past.withdraw,
    withdrawn: past.withdrawn,
    good: past.good,
    declareGood: past.declareGood,
  };
};

/** Pins in `environments`, everything else in the data folder. */
export const folderRegistry = (environments: string, data: string, by?: string): Registry =>
  createRegistry(folderDocuments(environments), folderDocuments(join(data, 'registry')), undefined, by);

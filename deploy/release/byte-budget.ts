import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ReleaseRecord } from './record.ts';

/** A part of a release that a page loads as a unit, with its transferred size in brotli. */
export interface Part {
  readonly name: string;
  readonly kB: number;
}

/** kB by the name of a part, from the package file of its owner. */
export type ByteBudget = Readonly<Record<string, number>>;

const packageFile = z.object({ budget: z.optional(z.record(z.string(), z.number())) });

/** The budget in a package's own file; empty if there is none. */
export const budgetIn = (root: string): ByteBudget =>
  packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).budget ?? {};

/**
 * The parts of a release: for a remote, its entry, and each exposed module with the scripts that it needs beyond the
 * entry; for the shell, what its page loads first.
 */
export const partsOf = ({ name, files, release }: ReleaseRecord): Part[] => {
  const sizeOf = (wanted: readonly string[]) =>
    files.filter(({ file }) => wanted.includes(file)).reduce((sum, { brotli }) => sum + brotli, 0) / 1000;
  if (name === 'shell') {
    const first = files.map(({ file }) => file).filter((file) => /^static\/js\/[^/]+\.js$/.test(file));
    return [{ name: 'first script', kB: sizeOf(first) }];
  }
  if (!release) return [];
  const exposed = Object.entries(release.modules).map(([expose, { js }]) => ({
    name: expose,
    kB: sizeOf(js.map(({ file }) => file)),
  }));
  return [{ name: 'entry', kB: sizeOf([release.entry.file]) }, ...exposed];
};

/**
 * Parts that a first visit loads need a budget: pages, too, as any of them may be the first. Budgets for fillers of a remote's slots are set by the slot's owner.
 */
const isFirst = ({ name, release }: ReleaseRecord, part: string) =>
  name === 'shell' ||
  part === 'entry' ||
  (release?.contract.routes.some(({ expose }) => expose === part) ?? false) ||
  (release?.contract.fills.some(({ slot, expose }) => slot.startsWith('shell.') && expose === part) ?? false);

/** What is wrong with a release's sizes, a sentence each. `budget` is that of its package. */
export const byteProblems = (record: ReleaseRecord, budget: ByteBudget): string[] => {
  const parts = partsOf(record);
  const file = `${record.name}/package.json`;
  const known = new Set(parts.map(({ name }) => name));
  return [
    ...parts.flatMap(({ name, kB }) => {
      const limit = budget[name];
      if (limit === undefined)
        return isFirst(record, name) ? [`${name} of ${record.name} has no budget: give it one in ${file}.`] : [];
      return kB > limit
        ? [`${name} of ${record.name} is ${kB.toFixed(2)} kB; its budget in ${file} is ${limit} kB.`]
        : [];
    }),
    ...Object.keys(budget)
      .filter((name) => !known.has(name))
      .map((name) => `The budget in ${file} names ${name}, which is no part of the release.`),
  ];
};

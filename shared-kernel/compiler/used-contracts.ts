import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod/mini';

const names = () => z.array(z.string());
/** What the reader says: `problems` has a sentence for each use that even the compiler cannot name. */
const answer = () =>
  z.object({
    problems: names(),
    used: z.object({
      calls: names(),
      events: names(),
      dialogs: names(),
      slots: names(),
      /** Codes by which the sources decide, by the name of the call; under `*` those that any call may have. */
      failures: z.record(z.string(), names()),
    }),
  });

export type ReadContracts = z.infer<ReturnType<typeof answer>>;
/** What a package's sources use of the contracts, by names as `chat.getChat`, sorted. */
export type UsedContracts = ReadContracts['used'];

const kernel = join(import.meta.dirname, '..');

/** A hash of all that the answer depends on: the package's sources, the kernel's, and the version of the compiler. */
const contentOf = (root: string): string => {
  const hash = createHash('sha256');
  const sources = ['*.{ts,json}', 'contracts/**/*.ts', 'src/**/*.{ts,tsx}'].map((pattern) => ({
    folder: root,
    pattern,
  }));
  for (const { folder, pattern } of [...sources, { folder: kernel, pattern: '{*.json,*/**/*.{ts,tsx}}' }])
    for (const file of globSync(pattern, {
      cwd: folder,
      exclude: ['**/node_modules', 'dist', '**/*.test.*'],
    }).toSorted())
      hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
};

/** The answer of a process of its own, as text. */
const read = (root: string): string => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `main${extname(import.meta.filename)}`), root],
    {
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(`The compiler could not read ${root}.\n${stderr.trim()}`);
  return stdout;
};

/**
 * What the sources of a package use of the contracts, by what the compiler knows: under whatever name, wherever it was
 * handed. Throws a sentence for each use that even the compiler cannot name. `root`: the package's folder.
 */
export const usedContracts = (root: string): UsedContracts => {
  // Reading takes seconds, and tests, checks and releases ask for the same sources.
  const cache = join(root, 'node_modules/.cache/used-contracts');
  const file = join(cache, `${contentOf(root)}.json`);
  if (!existsSync(file)) {
    const text = read(root);
    mkdirSync(cache, { recursive: true });
    const half = `${file}.${process.pid}`;
    writeFileSync(half, text);
    renameSync(half, file);
  }
  const { used, problems } = answer().parse(JSON.parse(readFileSync(file, 'utf8')));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return used;
};

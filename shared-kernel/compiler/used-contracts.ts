import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod/mini';

const names = () => z.array(z.string());
/** The answer of the reader. `problems` has a sentence for each use that even the compiler cannot name. */
const answer = () =>
  z.object({
    problems: names(),
    used: z.object({
      calls: names(),
      events: names(),
      dialogs: names(),
      slots: names(),
      /** Codes that the sources check, by the name of the call. Under `*` are those that any call may have. */
      failures: z.record(z.string(), names()),
    }),
  });

export type ReadContracts = z.infer<ReturnType<typeof answer>>;
/** What a package's sources use of the contracts, by names such as `chat.getChat`, sorted. */
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

/** Reads the contracts in a process of its own. Returns its answer as text. */
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
 * What the sources of a package use of the contracts, as the compiler resolves it: under whatever name, wherever it was
 * passed. Throws a sentence for each use that even the compiler cannot name. `root` is the package's folder.
 */
export const usedContracts = (root: string): UsedContracts => {
  // Cached, because reading takes seconds, and tests, checks and releases read the same sources.
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

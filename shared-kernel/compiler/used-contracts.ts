import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import * as z from 'zod/mini';

const names = () => z.array(z.string());
/** The answer of the reader about one package. `problems` has a sentence for each use that even the compiler cannot name. */
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

/** Reads the contracts of packages in a process of its own. */
const read = (roots: readonly string[]): ReadContracts[] => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `main${extname(import.meta.filename)}`), ...roots],
    {
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(`The compiler could not read ${roots.join(', ')}.\n${stderr.trim()}`);
  return z.array(answer()).parse(JSON.parse(stdout));
};

/** Makes sure that the answers about packages are cached. Returns their files. */
const cached = (roots: readonly string[]): string[] => {
  // Cached, because reading takes seconds, and tests, checks and releases read the same sources.
  const files = roots.map((root) => join(root, 'node_modules/.cache/used-contracts', `${contentOf(root)}.json`));
  const missing = [...files.keys()].filter((at) => !existsSync(files[at] ?? ''));
  const answers = missing.length > 0 ? read(missing.map((at) => roots[at] ?? '')) : [];
  for (const [nth, at] of missing.entries()) {
    const file = files[at] ?? '';
    mkdirSync(dirname(file), { recursive: true });
    const half = `${file}.${process.pid}`;
    writeFileSync(half, JSON.stringify(answers[nth]));
    renameSync(half, file);
  }
  return files;
};

/**
 * Reads what packages use of the contracts before `usedContracts` is asked about each of them. Together they take little
 * longer than one, as most of what the compiler reads is the kernel. `roots` are the packages' folders.
 */
export const readUsedContracts = (roots: readonly string[]): void => void cached(roots);

/**
 * What the sources of a package use of the contracts, as the compiler resolves it: under whatever name, wherever it was
 * passed. Throws a sentence for each use that even the compiler cannot name. `root` is the package's folder.
 */
export const usedContracts = (root: string): UsedContracts => {
  const [file = ''] = cached([root]);
  const { used, problems } = answer().parse(JSON.parse(readFileSync(file, 'utf8')));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return used;
};

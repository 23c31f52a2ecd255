import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ignored = /(^|\/)(node_modules|dist|testing)(\/|$)|\.(test|suite)\.tsx?$|\.md$|\.tsbuildinfo$/;

const filesIn = (root: string, folder: string): string[] =>
  globSync(`${folder}/**/*`, { cwd: root, exclude: (path) => ignored.test(path) })
    .filter((file) => !ignored.test(file) && statSync(join(root, file)).isFile())
    .toSorted();

const hashed = new Map<string, { stamp: string; digest: string }>();

const digestOf = (file: string): string => {
  const { mtimeMs, size } = statSync(file);
  const stamp = `${mtimeMs} ${size}`;
  const known = hashed.get(file);
  if (known?.stamp === stamp) return known.digest;
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  hashed.set(file, { stamp, digest });
  return digest;
};

/**
 * What a build of a package depends on, as 8 hex characters: its own files, shared-kernel, how it is built and the
 * lockfile; tests and documents do not count. `root`: the workspace, `salt`: whatever else tells builds apart.
 */
export const contentHash = (root: string, name: string, salt: string): string => {
  const hash = createHash('sha256').update(salt);
  const files = ['shared-kernel', 'deploy/build', name].flatMap((folder) => filesIn(root, folder));
  for (const file of [...files, 'pnpm-lock.yaml']) hash.update(`${file} ${digestOf(join(root, file))}\n`);
  return hash.digest('hex').slice(0, 8);
};

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Who runs PostgreSQL: it refuses to run as root. */
export interface Runner {
  /** Put before a command. */
  readonly prefix: readonly string[];
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Makes a folder that only this runner may enter. */
  makePrivateFolder(path: string): void;
}

const nobody = 65_534;
const namespace = ['unshare', '-U', '--map-user=1000', '--map-group=1000'];

/** May somebody without rights of their own pass through every folder above and into `path`? */
const reachable = (path: string): boolean => {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
};

const canUnshare = (): boolean => {
  try {
    execFileSync(namespace[0] ?? '', [...namespace.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    // The program is missing or the system forbids it: the caller says what that means.
    return false;
  }
};

const privateFolder = (owner?: number) => (path: string) => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (owner !== undefined) chownSync(path, owner, owner);
  chmodSync(path, 0o700);
};

/**
 * The runner for a data folder whose programs are in `bin`; the folder may not exist yet, the one above it does.
 * Root hands over to `nobody`, or, where that user cannot reach the folders, to a user namespace. A folder that is
 * there already stays with whom it belongs to.
 */
export const chooseRunner = (folder: string, bin: string, uid = process.getuid?.() ?? 1000): Runner => {
  if (uid !== 0) return { prefix: [], ids: {}, makePrivateFolder: privateFolder() };
  const parent = dirname(folder);
  const isOfRoot = existsSync(join(folder, 'data')) && statSync(join(folder, 'data')).uid === 0;
  if (reachable(parent) && reachable(bin) && !isOfRoot)
    return { prefix: [], ids: { uid: nobody, gid: nobody }, makePrivateFolder: privateFolder(nobody) };
  if (canUnshare()) return { prefix: namespace, ids: {}, makePrivateFolder: privateFolder(0) };
  throw new Error(
    `PostgreSQL does not run as root, and no other user can reach ${reachable(parent) ? bin : parent}. ` +
      'Start Atrium as a normal user, choose another folder with ATRIUM_DATA, or set DATABASE_URL.',
  );
};

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How to run PostgreSQL as another user, because it refuses to run as root. */
export interface Runner {
  /** Words to put before a command. */
  readonly prefix: readonly string[];
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Makes a folder that only this runner may enter. */
  makePrivateFolder(path: string): void;
}

const nobody = 65_534;
/** A user namespace in which root appears as user 1000. The files belong to root. */
const namespace = ['unshare', '-U', '--map-user=1000', '--map-group=1000'];
const capabilities = '+dac_override,+dac_read_search';
/** `nobody` with the capabilities to enter private folders. Works where user namespaces are forbidden. */
const privilege = [
  'setpriv',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  `--inh-caps=${capabilities}`,
  `--ambient-caps=${capabilities}`,
];

/** Whether every user can enter `path` and every folder above it. */
const reachable = (path: string): boolean => {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

const works = ([command = '', ...args]: readonly string[], bin: string): boolean => {
  try {
    execFileSync(command, [...args, join(bin, 'postgres'), '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    // The program is missing or the system forbids it. The caller tries another way or reports it.
    return false;
  }
};

const privateFolder = (owner?: number) => (path: string) => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (owner !== undefined) chownSync(path, owner, owner);
  chmodSync(path, 0o700);
};

const ownerOf = (folder: string): number | undefined =>
  existsSync(join(folder, 'data')) ? statSync(join(folder, 'data')).uid : undefined;

/**
 * Chooses the runner for a data folder, with the programs in `bin`. The folder may not exist yet, but its parent must.
 * As root it chooses `nobody`. If that user cannot reach the folders, it chooses a user namespace, or `nobody` with
 * capabilities. Existing data stay with their owner.
 */
export const chooseRunner = (folder: string, bin: string, uid = process.getuid?.() ?? 1000): Runner => {
  if (uid !== 0) return { prefix: [], ids: {}, makePrivateFolder: privateFolder() };
  const [parent, owner] = [dirname(folder), ownerOf(folder)];
  if (reachable(parent) && reachable(bin) && owner !== 0)
    return { prefix: [], ids: { uid: nobody, gid: nobody }, makePrivateFolder: privateFolder(nobody) };
  if (owner !== nobody && works(namespace, bin))
    return { prefix: namespace, ids: {}, makePrivateFolder: privateFolder(0) };
  if (owner !== 0 && works(privilege, bin))
    return { prefix: privilege, ids: {}, makePrivateFolder: privateFolder(nobody) };
  throw new Error(
    `PostgreSQL does not run as root, and no other user can access ${reachable(parent) ? bin : parent}. ` +
      'Start Atrium as a normal user, choose another folder with ATRIUM_DATA, or set DATABASE_URL.',
  );
};

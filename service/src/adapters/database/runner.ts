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
/** Root by another name: the files are root's, and PostgreSQL sees user 1000. */
const namespace = ['unshare', '-U', '--map-user=1000', '--map-group=1000'];
const passing = '+dac_override,+dac_read_search';
/** `nobody` with the one right to pass through closed folders; works where namespaces are forbidden. */
const privilege = [
  'setpriv',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  `--inh-caps=${passing}`,
  `--ambient-caps=${passing}`,
];

/** May somebody without rights of their own pass through every folder above and into `path`? */
const reachable = (path: string): boolean => {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
};

const works = ([command = '', ...args]: readonly string[], bin: string): boolean => {
  try {
    execFileSync(command, [...args, join(bin, 'postgres'), '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    // The program is missing or the system forbids it: there is another way, or the caller says what that means.
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
 * The runner for a data folder whose programs are in `bin`; the folder may not exist yet, the one above it does.
 * Root hands over to `nobody`; where that user cannot reach the folders, to a user namespace or to `nobody` with the
 * right to pass. Data that are there already stay with whom they belong to.
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
    `PostgreSQL does not run as root, and no other user can reach ${reachable(parent) ? bin : parent}. ` +
      'Start Atrium as a normal user, choose another folder with ATRIUM_DATA, or set DATABASE_URL.',
  );
};

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../release/data-folder.ts';

/** Folders of the workspace's packages. */
export const packageFolders = (): string[] =>
  readdirSync(workspace, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(workspace, entry.name, 'package.json')))
    .map((entry) => entry.name);

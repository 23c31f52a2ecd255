import { join, resolve } from 'node:path';

/** The repository's root. */
export const workspace = resolve(import.meta.dirname, '../..');

/** The environment that is used if none is named: ATRIUM_ENVIRONMENT, otherwise `local`. */
export const environmentName = (): string => process.env['ATRIUM_ENVIRONMENT'] ?? 'local';

/** The folder for everything that the product writes: ATRIUM_DATA, otherwise `.atrium` next to the sources. */
export const dataFolder = (): string => resolve(process.env['ATRIUM_DATA'] ?? join(workspace, '.atrium'));

import { join, resolve } from 'node:path';

/** The repository's root. */
export const workspace = resolve(import.meta.dirname, '../..');

/** Whose pins are meant where no environment is named: ATRIUM_ENVIRONMENT, else `local`. */
export const environmentName = (): string => process.env['ATRIUM_ENVIRONMENT'] ?? 'local';

/** The one folder that holds all that the product writes: ATRIUM_DATA, else `.atrium` beside the sources. */
export const dataFolder = (): string => resolve(process.env['ATRIUM_DATA'] ?? join(workspace, '.atrium'));

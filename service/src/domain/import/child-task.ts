import type { ClientConfig } from 'pg';

/** What the process that does an import is told. */
export interface ImportTask {
  readonly connection: ClientConfig;
  readonly dataFolder: string;
  readonly secrets: readonly [string, ...string[]];
  readonly importId: string;
}

import type { ClientConfig } from 'pg';
import type { S3Settings } from '../adapters/objects/bytes.ts';

/** What the process that does an import is told. */
export interface ImportTask {
  readonly connection: ClientConfig;
  readonly dataFolder: string;
  /** None: files are below the data folder. */
  readonly objects?: S3Settings | undefined;
  readonly secrets: readonly [string, ...string[]];
  readonly importId: string;
}

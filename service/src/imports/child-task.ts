import type { ClientConfig } from 'pg';
import type { S3Settings } from '../adapters/objects/bytes.ts';
import type { Attempt } from './claims.ts';

/** The task of the process that runs an attempt of an import. */
export interface ImportTask extends Attempt {
  readonly connection: ClientConfig;
  readonly dataFolder: string;
  /** Undefined if files are stored in the data folder. */
  readonly objects?: S3Settings | undefined;
  readonly secrets: readonly [string, ...string[]];
}

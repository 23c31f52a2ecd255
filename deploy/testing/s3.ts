import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Bucket } from '../release/bucket/bucket.ts';
import { openBucket } from '../release/bucket/s3.ts';
import { workspace } from '../release/data-folder.ts';

export interface S3Server {
  /** Environment variables that give access to its bucket. */
  readonly env: NodeJS.ProcessEnv;
  /** A different, empty address in the bucket each time. */
  newAddress(): string;
  open(address: string): Bucket;
  /** Folder of its data, for tests that tamper with it. */
  readonly folder: string;
  end(): Promise<void>;
}

/** The server encrypts the position in a listing with an outdated cipher. */
const legacyCiphers = ['--openssl-legacy-provider'];
let addresses = 0;

/** Starts an S3-compatible server in a process of its own. */
export const startS3 = async (): Promise<S3Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-s3-'));
  const child = spawn(
    process.execPath,
    [...legacyCiphers, join(workspace, 'service/src/testing/s3-server.ts'), folder],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const env = {
    AWS_ENDPOINT_URL: line.replace('Listening: ', ''),
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  return {
    env,
    newAddress() {
      addresses += 1;
      return `s3://releases/store-${addresses}`;
    },
    open: (address) => openBucket(address, env),
    folder: join(folder, 'releases'),
    async end() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

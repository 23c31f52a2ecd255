import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
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
  /** Copies everything below an address to another one. */
  copy(from: string, to: string): void;
  /** Folder of its data, for tests that tamper with it. */
  readonly folder: string;
}

/** The server encrypts the position in a listing with an outdated cipher. */
const legacyCiphers = ['--openssl-legacy-provider'];
let addresses = 0;
const folderOf = (root: string, address: string): string => join(root, address.slice('s3://'.length));

/** Starts an S3-compatible server in a process of its own, which ends with this one. */
const start = async (): Promise<S3Server> => {
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
  // They do not keep this process alive. Its end closes the input of the server, which then removes the folder and ends.
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket).unref();
  return {
    env,
    newAddress() {
      addresses += 1;
      return `s3://releases/store-${addresses}`;
    },
    open: (address) => openBucket(address, env),
    copy: (from, to) => cpSync(folderOf(folder, from), folderOf(folder, to), { recursive: true }),
    folder: join(folder, 'releases'),
  };
};

let started: Promise<S3Server> | undefined;
/** The S3-compatible server of this process. */
export const useS3 = (): Promise<S3Server> => (started ??= start());

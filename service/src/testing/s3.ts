import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface S3Server {
  /** Environment variables with which the service stores its files there. */
  readonly env: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** Starts an S3-compatible server with a bucket in a separate process. */
export const startS3 = async (): Promise<S3Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-s3-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 's3-server.ts'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    env: {
      ATRIUM_OBJECTS: 's3://releases/people/files',
      AWS_ENDPOINT_URL: line.replace('Listening: ', ''),
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async end() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
};

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { emptyContract } from '../record.ts';
import { publishRemote, publishShell } from '../../testing/release.ts';
import { type S3Server, useS3 } from '../../testing/s3.ts';
import { workspace } from '../data-folder.ts';
import { writeEnvironment } from '../environment.ts';
import { signingKey } from '../keys.ts';
import { openStore } from '../store.ts';

let s3: S3Server;
let edge: ChildProcess | undefined;
let origin = '';
const folder = mkdtempSync(join(tmpdir(), 'atrium-processes-'));
const names = ['mf-a', 'mf-b'];
let shared: NodeJS.ProcessEnv = {};

/** The release command of an operator: a process with a data folder of its own. */
const release = (operator: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(workspace, 'deploy/release/release.mjs'), ...args], {
    env: {
      ...shared,
      ATRIUM_DATA: join(folder, operator),
      ATRIUM_ENVIRONMENTS: join(folder, 'pins'),
      ATRIUM_RELEASE_KEY: join(folder, 'release.pem'),
    },
  });
const served = async () => {
  const page = await (await fetch(origin)).text();
  return names.map((name) => new RegExp(`"name":"${name}","version":"([^"]+)"`).exec(page)?.[1]);
};

beforeAll(async () => {
  s3 = await useS3();
  const image = openStore(join(folder, 'image'));
  publishShell(image, '1.0.0', '<head><!--release-set--></head>');
  image.publish(undefined, () => ({ name: 'service', version: '1.0.0', kernel: '0.1.0', contract: emptyContract }));
  for (const name of names) for (const version of ['1.0.0', '2.0.0']) publishRemote(image, name, version);
  const pin = { version: '1.0.0' };
  writeEnvironment(
    { environment: 'live', shell: pin, service: pin, remotes: { 'mf-a': pin, 'mf-b': pin } },
    join(folder, 'pins'),
  );
  const { secret, key } = signingKey(join(folder, 'keys'), {});
  writeFileSync(join(folder, 'release.pem'), secret.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'trust.pem'), key.export({ type: 'spki', format: 'pem' }));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  shared = { PATH, NODE_COMPILE_CACHE, ...s3.env, ATRIUM_STORE: s3.newAddress() };
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  edge = spawn(process.execPath, [join(workspace, 'deploy/edge/main.ts')], {
    env: {
      ...shared,
      PORT: String(port),
      HOST: '127.0.0.1',
      ATRIUM_DATA: join(folder, 'edge'),
      ATRIUM_ENVIRONMENT: 'live',
      ATRIUM_RELEASE_TRUST: join(folder, 'trust.pem'),
      ATRIUM_STORE_SECONDS: '0.1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});
afterAll(() => {
  if (edge?.exitCode === null) edge.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const timeoutMs = { interval: 50 };

test('what operators publish and pin by their commands is served by an edge that only reads the bucket', async () => {
  await release('ada', 'import', join(folder, 'image'));
  await release('ada', 'sign', 'live');
  await vi.waitFor(async () => expect(await served()).toEqual(['1.0.0', '1.0.0']), timeoutMs);
  await Promise.all([release('ada', 'pin', 'live', 'mf-a@2.0.0'), release('bob', 'pin', 'live', 'mf-b@2.0.0')]);
  await vi.waitFor(async () => expect(await served()).toEqual(['2.0.0', '2.0.0']), timeoutMs);
});

test('a command that cannot reach the bucket ends with 1 and one sentence', async () => {
  shared = { ...shared, AWS_SECRET_ACCESS_KEY: 'wrong' };
  await expect(release('ada', 'status')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^s3:\/\/\S+ failed to write conditional-writes: it returned 403.*\n$/) as string,
  });
});

test('an edge that receives a stop signal ends by itself', async () => {
  if (!edge) throw new Error('There is no edge.');
  const exited = once(edge, 'exit');
  edge.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import { contractFile, isShell } from '../../release/contract-record.ts';
import { surfaceOf } from '../../release/publish.ts';
import { Problem } from '../problem.ts';
import { paths } from './paths.ts';
import { packageIn } from '../../build/packages.ts';
import { readManifest } from '../../release/manifest.ts';

/** A remote that is built from its sources at each change. */
export interface SourceBuild {
  /** Contains `files/…` of the remote and `page/…`, the script that runs before the shell. */
  readonly folder: string;
  /** The newest build, as a release set describes it. */
  release(): Release;
  /** Integrity of the script that runs before the shell. */
  script(): string;
  /** Notifies a page of each build by server-sent events, and of the newest at once. */
  listen(response: ServerResponse): void;
  stop(): Promise<void>;
}

interface SourceOptions {
  /** Folder of the remote. */
  readonly root: string;
  /** Output folder, which is emptied. */
  readonly folder: string;
  readonly log: (line: string) => void;
  /** Ends a build that is running, or that waits for its sources to compile. */
  readonly signal?: AbortSignal;
}

const integrityOf = (file: string) => `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;

const contractIn = async (root: string): Promise<RemoteContract> => {
  const contract = await contractFile(root);
  if (!contract || isShell(contract)) throw new Problem(`${root} is not a remote: it has no contract.ts.`);
  return contract;
};

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

const spawnCompiler = (root: string, folder: string, version: string): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, `compile${extname(import.meta.filename)}`), root, folder], {
    env: { ...process.env, ATRIUM_RELEASE_VERSION: version, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/**
 * Builds a remote and watches its sources. Resolves after the first successful build; errors are logged, and can be
 * fixed meanwhile. Rejects with the output of the build if its process ends.
 */
export const buildSources = async ({ root, folder, log, signal }: SourceOptions): Promise<SourceBuild> => {
  const contract = await contractIn(root);
  const { name, version: released } = packageIn(root);
  const version = `${released}-source`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pages = new Set<ServerResponse>();
  const first = Promise.withResolvers<void>();
  let hash = '';
  let output = '';
  const child = spawnCompiler(root, folder, version);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-8000);
      log(data.toString().trimEnd());
    });
  child.on('message', (message: { built: string }) => {
    hash = message.built;
    first.resolve();
    for (const one of pages) one.write(`event: built\ndata: ${hash}\n\n`);
  });
  let stopping = false;
  child.on('exit', () => {
    const ended = `The build of ${name} ended.`;
    if (hash !== '' && !stopping) log(`${ended} Start it again.`);
    first.reject(new Problem(`${ended}\n${output.trim()}`));
  });
  const kill = () => child.kill();
  signal?.addEventListener('abort', kill);
  if (signal?.aborted) kill();
  await first.promise;
  signal?.removeEventListener('abort', kill);

  return {
    folder,
    release() {
      const file = readManifest(join(folder, 'files')).metaData.remoteEntry.name;
      const entry = { file, integrity: integrityOf(join(folder, 'files', file)) };
      return { name, version, base: paths.files, entry, kernel: '', contract: surfaceOf(contract), modules: {} };
    },
    script: () => integrityOf(join(folder, 'page/page.js')),
    listen(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(`retry: 500\nevent: built\ndata: ${hash}\n\n`);
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    async stop() {
      stopping = true;
      child.kill();
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

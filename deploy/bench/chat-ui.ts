import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import { serveFixedPage } from './calibration.ts';
import { serveDocuments } from './document-store.ts';
import type { TypedPage } from './first-paint-load.ts';

/** The version that the figures of README.md are of: commit c100c162 of huggingface/chat-ui. */
const version = '0.20.0';

const npm = async (folder: string, ...args: readonly string[]): Promise<void> => {
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`npm ${args.join(' ')} in ${folder} ended with ${code}.`);
};

/** Installs and builds a checkout of chat-ui once, as its own README says. */
const build = async (folder: string, log: (text: string) => void): Promise<void> => {
  const { name, version: found } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  if (name !== 'chat-ui' || found !== version)
    throw new Error(`${folder} contains ${name} ${found}, and the peer is chat-ui ${version}.`);
  if (existsSync(join(folder, 'build', 'index.js'))) return;
  log(`Building ${folder}.`);
  await npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  await npm(folder, 'run', 'build');
};

const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Builds and starts chat-ui, a server-rendered chat, from a checkout of its sources. Its models come from a list, and its
 * database contains nothing but the settings of somebody who has used it before.
 */
export const startChatUi = async (folder: string, log: (text: string) => void) => {
  await build(folder, log);
  const now = new Date();
  const settings = { welcomeModalSeenAt: now, activeModel: 'team/alpha', createdAt: now, updatedAt: now };
  const documents = await serveDocuments(folder, { settings: [settings] });
  const data = ['alpha', 'beta', 'gamma'].map((id) => ({ id: `team/${id}`, object: 'model' }));
  const models = await serveFixedPage(JSON.stringify({ object: 'list', data }));
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  const child = spawn(process.execPath, ['build/index.js'], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      ORIGIN: url.slice(0, -1),
      PUBLIC_ORIGIN: url.slice(0, -1),
      OPENAI_BASE_URL: `${models.url}/v1`,
      OPENAI_API_KEY: 'none',
      MONGODB_URL: `mongodb://127.0.0.1:${documents.port}/?directConnection=true`,
    },
  });
  const end = () => {
    child.kill();
    documents.end();
    models.end();
  };
  process.once('exit', end);
  while (!(await isUp(url))) {
    if (child.exitCode !== null) {
      end();
      throw new Error(`chat-ui ended with ${child.exitCode}.`);
    }
    await wait(100);
  }
  const page: TypedPage = {
    url,
    field: 'textarea',
    send: 'button[aria-label="Send message"]',
    point: { x: 850, y: 800 },
  };
  return { page, end };
};

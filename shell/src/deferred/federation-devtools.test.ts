import { afterEach, expect, test, vi } from 'vitest';
import { release, releaseSet } from '../testing/release.ts';
import { type Federation, showToDevtools } from './federation-devtools.ts';

const assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
const manifests: Record<string, unknown> = {
  '/assets/mf-chat/2.0.0/mf-manifest.json': { shared: [{ name: 'react', version: '', singleton: true, assets }] },
};
const file = (name: string) => ({ file: name, integrity: `sha256-${'a'.repeat(43)}=` });
const byContent = {
  ...release('mf-chat', '2.0.0'),
  base: '/assets/mf-chat/content/',
  entry: file('2.0.0/remoteEntry.0a1b2c3d.js'),
  modules: { './chat-screen': { js: [file('static/chat.js')], css: [file('static/chat.css')] } },
};

const shown = async () => {
  vi.stubGlobal('fetch', (url: string) => {
    const found = manifests[new URL(url).pathname];
    return found ? Promise.resolve(Response.json(found)) : Promise.reject(new TypeError('Failed to fetch'));
  });
  const federation: Federation = { moduleInfo: {} };
  const posted: unknown[] = [];
  const page = {
    location: window.location,
    postMessage: (message: unknown, to: string) => posted.push({ message, to }),
  };
  const set = releaseSet(byContent, release('mf-teams', '1.0.0'));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it uses of a window
  await showToDevtools(set, federation, page as unknown as Window);
  return { info: federation.moduleInfo ?? {}, posted };
};
afterEach(() => void vi.unstubAllGlobals());

test('the extension finds the shell with its remotes, and each remote under the name that the shell has for it', async () => {
  const { info } = await shown();
  const { remotesInfo } = info['shell'] as { remotesInfo: Record<string, { matchedVersion: string }> };
  // As its graph goes from a consumer to what it consumes.
  const ids = Object.entries(remotesInfo).map(([name, { matchedVersion }]) => `${name}:${matchedVersion}`);
  expect(ids).toEqual([
    `mf-chat:${window.location.origin}/assets/mf-chat/2.0.0/mf-manifest.json`,
    `mf-teams:${window.location.origin}/assets/mf-teams/1.0.0/mf-manifest.json`,
  ]);
  expect(Object.keys(info)).toEqual(['shell', ...ids]);
});

test('a remote is listed with its entry, its modules and its shared modules, below its own URL', async () => {
  const { info } = await shown();
  const [, chat, teams] = Object.values(info);
  expect(chat).toMatchObject({
    version: '2.0.0',
    globalName: 'mf_chat_2_0_0',
    remoteEntry: '2.0.0/remoteEntry.0a1b2c3d.js',
    publicPath: `${window.location.origin}/assets/mf-chat/content/`,
    shared: [{ sharedName: 'react', assets }],
    modules: [
      {
        moduleName: 'chat-screen',
        modulePath: './chat-screen',
        assets: {
          js: { sync: ['static/chat.js'], async: [] },
          css: { sync: ['static/chat.css'], async: [] },
        },
      },
    ],
  });
  expect(teams).toMatchObject({ version: '1.0.0', shared: [] });
});

test('an open panel is notified, within this page only', async () => {
  const { info, posted } = await shown();
  expect(posted).toEqual([{ message: { moduleInfo: info }, to: window.location.origin }]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { overridePage } from '../../local/override/override-page.ts';
import { resolveReleaseSet } from '../../release/release-set.ts';
import { workspace } from '../../release/data-folder.ts';
import { writeSignedSet } from '../../release/hand-signed.ts';
import { publish } from '../../release/publish.ts';
import type { SignedSet } from '../../release/signed-set.ts';
import { openStore } from '../../release/store.ts';
import { publishRemote, publishShell } from '../release.ts';
import { openVictim, type Victim } from './victim.ts';

/** A remote claims a name that another remote owns, and tries to have it shown. */
let victim: Victim;
beforeEach(async () => {
  victim = await openVictim();
});
afterEach(() => victim.end());

type Given = NonNullable<Parameters<typeof publishRemote>[3]>;
const terms = { dialog: 'auth.terms', title: 'Terms of service', size: 'medium', expose: './page' };
const route = (path: string): Given => ({ surface: { routes: [{ path, title: 'Mine', expose: './page' }] } });
const named = (name: string) => [{ name, version: 1 }];
const foreign = 'mf-foreign@1.0.0';
const thefts: [string, Given, string][] = [
  ['a dialog', { surface: { dialogs: [terms] } }, 'claims the dialog auth.terms, which belongs to mf-auth'],
  [
    'a dialog that only its recorded contract names',
    { contract: { supplies: named('auth.terms') } },
    'claims the dialog auth.terms, which belongs to mf-auth',
  ],
  [
    'a dialog of an owner that is not declared yet',
    { surface: { dialogs: [{ ...terms, dialog: 'auth.consent' }] } },
    'claims the dialog auth.consent, which belongs to mf-auth',
  ],
  [
    'a slot',
    { surface: { fills: [{ slot: 'shell.main', expose: './page' }] } },
    'claims the slot shell.main, which belongs to mf-chat',
  ],
  [
    'the fillers of another one’s slot',
    { contract: { slots: named('chat.messageActions') } },
    'claims the offer chat.messageActions, which belongs to mf-chat',
  ],
  ['a route', route('/auth/login'), 'claims the route /auth/login, which belongs to mf-auth'],
  ['a route in other letters', route('/Auth/LOGIN/'), 'claims the route /Auth/LOGIN/, which belongs to mf-auth'],
  ['a route by a parameter', route('/auth/:page'), 'claims the route /auth/:page, which belongs to mf-auth'],
  [
    'a route by a part that may be missing',
    route('/x?/onboarding'),
    'claims the route /x?/onboarding, which belongs to mf-auth',
  ],
  ['all routes', route('*'), 'claims the route *, which belongs to shell and'],
  ['an address of the service', route('/api/user'), 'claims the route /api/user, which belongs to service'],
  [
    'a key of another dialog',
    { surface: { dialogs: [{ ...terms, dialog: 'foreign.own', shortcut: 'Mod+k' }] } },
    'claims the shortcut Mod+k, which belongs to mf-workspace',
  ],
  [
    'an event',
    { contract: { emits: [{ name: 'auth.signedIn', version: 1, payload: {} }] } },
    'claims the event auth.signedIn, which belongs to mf-auth',
  ],
];

describe.each(thefts)('%s', (_, given, why) => {
  beforeEach(() => {
    publishRemote(victim.store, 'mf-foreign', '1.0.0', given);
    publishRemote(victim.store, 'mf-foreign', '0.9.0');
  });
  const sentence = `${foreign} ${why}`;

  test('is refused by a check, a pin, a canary and a promotion, which name both', async () => {
    for (const args of [
      ['check', 'live', foreign],
      ['pin', 'live', foreign],
    ]) {
      const { code, output } = await victim.release(...args);
      expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
    }
    await victim.release('pin', 'live', 'mf-foreign@0.9.0');
    const canary = await victim.release('canary', 'live', foreign, '99');
    expect([canary.code, canary.output]).toEqual([1, expect.stringContaining(sentence)]);
    await victim.plantPins((text) => text);
    const { registry } = await victim.context();
    await registry.change('staging', 'pin', (now) => ({
      ...now,
      remotes: { ...now.remotes, 'mf-foreign': { version: '1.0.0' } },
    }));
    const promoted = await victim.release('promote', 'staging', 'live', 'mf-foreign');
    expect([promoted.code, promoted.output]).toEqual([1, expect.stringContaining(sentence)]);
    expect(await victim.signed()).not.toContain('mf-foreign/1.0.0');
  });
});

describe('in a set that was signed all the same', () => {
  const stolen: Given = {
    surface: {
      routes: [{ path: '/auth/login', title: 'Log in', expose: './page' }],
      fills: [{ slot: 'shell.main', expose: './page' }],
      dialogs: [terms],
    },
  };
  const sign = (shell = '1.0.0') => {
    publishRemote(victim.store, 'mf-foreign', '1.0.0', stolen);
    const pin = { version: '1.0.0' };
    const remotes = { 'mf-foreign': pin, 'mf-auth': pin, 'mf-chat': pin };
    const environment = { environment: 'live', shell: { version: shell }, service: pin, remotes };
    writeSignedSet(join(victim.folder, 'data'), resolveReleaseSet(environment, victim.store));
  };
  const setIn = (page: string) => JSON.parse(/id="release-set">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as SignedSet;
  const claimsOf = (set: SignedSet) => set.remotes.find(({ name }) => name === 'mf-foreign')?.contract;

  test('the page lists the owner of each claim, so that the shell ignores it, and the edge reports it and preloads nothing', async () => {
    sign();
    const page = await (await victim.edge()).page();
    expect(setIn(page).owners).toMatchObject({
      'dialog auth.terms': ['mf-auth'],
      'route /auth/login': ['mf-auth'],
      'slot shell.main': ['mf-chat'],
    });
    expect(page).not.toContain('href="/assets/mf-foreign');
    expect(victim.reports).toContain(`${foreign} claims the dialog auth.terms, which belongs to mf-auth`);
  });

  test('a shell of 0.1, which grants a claim to any remote that makes it, does not get it', async () => {
    publishShell(victim.store, '0.9.0', '<head><!--release-set--></head>');
    sign('0.9.0');
    const set = setIn(await (await victim.edge()).page());
    expect(claimsOf(set)).toMatchObject({ routes: [], fills: [], dialogs: [] });
    expect(set.remotes.find(({ name }) => name === 'mf-auth')?.contract.dialogs).toHaveLength(1);
  });

  test('a remote from source, in an override, claims nothing either', async () => {
    const html = await (await victim.edge()).page();
    const { release } = publishRemote(victim.store, 'mf-foreign', '1.0.0', {
      surface: {
        ...stolen.surface,
        routes: [...(stolen.surface?.routes ?? []), { path: '/mine', title: 'Mine', expose: './page' }],
      },
    });
    if (!release) throw new Error('It is no remote.');
    const page = overridePage({ html, policy: '' }, { release, script: 'sha256-x', origin: 'http://localhost' });
    expect(claimsOf(setIn(page.html))).toMatchObject({ routes: [{ path: '/mine' }], fills: [], dialogs: [] });
    expect(setIn(page.html).owners).toMatchObject({ 'route /mine': ['mf-foreign'], 'dialog auth.terms': ['mf-auth'] });
  });
});

test('a remote with the name of an unknown part owns nothing of that part', async () => {
  publishRemote(victim.store, 'edge', '1.0.0', route('/healthz'));
  const { code, output } = await victim.release('pin', 'live', 'edge@1.0.0');
  expect([code, output]).toEqual([1, expect.stringContaining('edge@1.0.0 does not have the name of a remote')]);
});

test('a remote that identifies itself to browsers as another one is refused, even if it is signed', async () => {
  const { store } = victim;
  const { release, contract } = store.read('mf-auth', '1.0.0');
  if (!release) throw new Error('It is no remote.');
  store.publish(undefined, () => ({
    name: 'mf-foreign',
    version: '1.0.0',
    kernel: '0.1.0',
    contract: { ...contract, supplies: [] },
    release: { ...release, name: 'mf-auth' },
  }));
  const { code, output } = await victim.release('pin', 'live', foreign);
  expect([code, output]).toEqual([
    1,
    expect.stringContaining(`${foreign} identifies itself to browsers as mf-auth@1.0.0`),
  ]);
  await victim.plantPins((text) => text.replace('"mf-auth"', '"mf-foreign"'));
  expect((await victim.release('sign', 'live')).output).toContain('identifies itself to browsers as mf-auth@1.0.0');
});

describe('what no contract declares', () => {
  const publishNews = (remote: string, version: string, path: string) =>
    publishRemote(victim.store, remote, version, {
      surface: { ...route(path).surface, dialogs: [{ ...terms, dialog: 'news.about' }] },
    });

  test('belongs to the first pinned owner, even when that version is no longer pinned', async () => {
    publishNews('mf-news', '1.0.0', '/news/:id');
    const first = await victim.release('pin', 'live', 'mf-news@1.0.0');
    expect(first.output).toContain('live: the route /news/:id belongs to mf-news.');
    publishRemote(victim.store, 'mf-news', '2.0.0');
    await victim.release('pin', 'live', 'mf-news@2.0.0');
    publishNews('mf-foreign', '1.0.0', '/news/today');
    const { code, output } = await victim.release('pin', 'live', foreign);
    expect(code).toBe(1);
    expect(output).toContain(`${foreign} claims the route /news/today, which belongs to mf-news`);
    expect(output).toContain(`${foreign} claims the dialog news.about, which belongs to mf-news`);
  });

  test('is transferred to another remote by a separate command, which is in the history', async () => {
    publishNews('mf-news', '1.0.0', '/news');
    await victim.release('pin', 'live', 'mf-news@1.0.0');
    publishRemote(victim.store, 'mf-foreign', '1.0.0', route('/news'));
    expect((await victim.release('pin', 'live', foreign)).code).toBe(1);
    const given = await victim.release('transfer', 'live', 'route', '/news', 'mf-foreign');
    expect(given.output).toBe(
      '- mf-news@1.0.0 claims the route /news, which belongs to mf-foreign\nlive: the route /news belongs to mf-foreign.',
    );
    expect((await victim.release('pin', 'live', foreign)).code).toBe(0);
    expect((await victim.release('history', 'live')).output).toContain('transfer: route /news mf-news → mf-foreign');
  });
});

test('a version whose contract claims what another remote owns is not even published', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-foreign-'));
  const of = (name: string) => join(workspace, 'shared-kernel/contracts', `${name}.ts`);
  const write = (name: string) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mf-foreign', version: '1.0.0' }));
    writeFileSync(
      join(folder, 'contract.ts'),
      `import * as dialogs from '${of('dialogs')}';
export default { name: '${name}', exposes: {}, routes: [{ path: '/auth/login', title: 'Log in', expose: './x' }], fills: [],
dialogs: [{ dialog: dialogs.auth.terms, expose: './x' }], opens: [], emits: [], handles: [], calls: [] };`,
    );
  };
  const name = relative(workspace, folder);
  try {
    write(name);
    await expect(publish(openStore(join(folder, 'store')), name)).rejects.toThrow(
      `${name} claims the route /auth/login, which belongs to mf-auth\n${name} claims the dialog auth.terms, which belongs to mf-auth`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

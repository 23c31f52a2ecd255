import { defineRemote, type FillDef } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import * as slots from '@atrium/shared-kernel/contracts/slots';
import { describe, expect, test } from 'vitest';
import { recordRemote } from './contract-record.ts';
import { problemsOf } from './deployable.ts';
import { type Claim, claimsOf, firstClaims, foreignClaims, ownersOf } from './ownership.ts';
import { surfaceOf } from './publish.ts';
import { emptyContract, type RecordedContract, type ReleaseRecord } from './record.ts';

const remote = (fills: readonly FillDef<'./notes' | './find' | './one'>[]) =>
  defineRemote({
    name: 'mf-notes',
    exposes: { './notes': './src/notes.tsx', './find': './src/find.tsx', './one': './src/one.tsx' },
    routes: [
      { path: '/notes', title: 'Notes', expose: './notes' },
      { path: '/notes/:id', title: 'Note', expose: './one' },
    ],
    fills,
    dialogs: [{ dialog: dialogs.workspace.help, expose: './find' }],
    opens: [],
    emits: [],
    handles: [],
    calls: [],
  });

describe('the entry of a filler in a release set', () => {
  test('is its label, icon, order and conditions, so that no code has to load', () => {
    const when = { plans: ['premium'], flags: ['notes'] } as const;
    const fill = {
      slot: slots.billing.settingsTabs,
      expose: './find',
      label: 'Notes',
      icon: 'star',
      group: 'Mine',
      order: 3,
      when,
    } as const;
    expect(surfaceOf(remote([fill])).fills).toEqual([
      {
        slot: 'billing.settingsTabs',
        expose: './find',
        details: { label: 'Notes', icon: 'star', group: 'Mine', order: 3, when },
      },
    ]);
  });

  test('contains the target of a link: the page of its module, or the dialog', () => {
    const links = (['./notes', './find'] as const).map((expose) => ({
      slot: slots.workspace.commands,
      expose,
      label: `Open ${expose}`,
    }));
    const targets = surfaceOf(remote(links)).fills.map(({ details }) => (details as { leadsTo: unknown }).leadsTo);
    expect(targets).toEqual([{ path: '/notes' }, { dialog: 'workspace.help' }]);
  });

  test('and the props of the dialog, if it accepts them', () => {
    const link = { slot: slots.workspace.commands, expose: './settings', label: 'Account' } as const;
    const settings = (tab: string) =>
      surfaceOf({
        ...remote([]),
        exposes: { './settings': './src/settings.tsx' },
        routes: [{ path: '/settings', title: 'Settings', expose: './settings' }],
        dialogs: [{ dialog: dialogs.billing.settings, expose: './settings' }],
        fills: [{ ...link, props: { tab } }],
      }).fills;
    expect(settings('Account')).toMatchObject([
      { details: { leadsTo: { dialog: 'billing.settings', props: { tab: 'Account' } } } },
    ]);
    expect(() => settings('Moon')).toThrow('nor a dialog that accepts these props');
  });

  test.each([
    [
      'a page with parameters',
      { slot: slots.workspace.commands, expose: './one', label: 'One' },
      'which is neither a page',
    ],
    ['no label', { slot: slots.billing.settingsTabs, expose: './one' }, 'without a label'],
    ['a label of two lines', { slot: slots.billing.settingsTabs, expose: './one', label: 'a\nb' }, 'show its label'],
  ] as const)('is refused before it is published: %s', (_what, fill, why) => {
    expect(() => surfaceOf(remote([fill]))).toThrow(why);
  });

  test('contains nothing more for the shell’s own slots', () => {
    expect(surfaceOf(remote([{ slot: slots.shell.left, expose: './one' }])).fills).toEqual([
      { slot: 'shell.left', expose: './one' },
    ]);
  });
});

describe('who may fill', () => {
  const claim = (name: string, slot: string, kind: Claim['kind'] = 'slot'): Claim => ({
    remote: name,
    kind,
    name: slot,
  });
  const claims = [
    claim('mf-a', 'chat.messageActions'),
    claim('mf-b', 'chat.messageActions'),
    claim('mf-a', 'shell.main'),
  ];

  test('a slot of a remote may have many fillers, side by side; a slot of the shell has its own remote', () => {
    const owners = ownersOf(claims);
    expect(owners).toEqual({ 'slot chat.messageActions': ['mf-a', 'mf-b'], 'slot shell.main': ['mf-chat'] });
    expect(foreignClaims(claims, owners)).toEqual(['claims the slot shell.main, which belongs to mf-chat']);
    expect(firstClaims(claims, {})).toEqual({});
  });

  test('is only the remote to which an environment gave the slot', () => {
    const owners = ownersOf(claims, { 'slot chat.messageActions': 'mf-b' });
    expect(owners['slot chat.messageActions']).toEqual(['mf-b']);
  });

  test('only its owner may offer a slot; one that no contract declares belongs to the first', () => {
    const offers = [claim('mf-evil', 'chat.messageActions', 'offer'), claim('mf-notes', 'notes.cards', 'offer')];
    expect(foreignClaims(offers, ownersOf(offers))).toEqual([
      'claims the offer chat.messageActions, which belongs to mf-chat',
    ]);
    expect(firstClaims(offers, {})).toEqual({ 'offer notes.cards': 'mf-notes' });
  });

  test('what a contract offers and fills is claimed', () => {
    const contract = recordRemote({
      ...remote([{ slot: slots.billing.settingsTabs, expose: './one', label: 'One' }]),
      slots: [slots.chat.composerActions],
    });
    const kinds = claimsOf({ name: 'mf-notes', contract }).map(({ kind, name }) => `${kind} ${name}`);
    expect(kinds).toEqual(expect.arrayContaining(['offer chat.composerActions', 'slot billing.settingsTabs']));
  });
});

describe('before a filler is deployed', () => {
  const none: Release['contract'] = { version: '1', routes: [], fills: [], dialogs: [] };
  const text = { type: 'string' };
  const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
  const record = (name: string, contract: Partial<RecordedContract>, exposes: readonly string[] = [], bytes = 1000) => {
    const integrity = `sha256-${'a'.repeat(43)}=`;
    const release: Release = {
      name,
      version: '1.0.0',
      base: '/',
      entry: { file: 'entry.js', integrity },
      kernel: '0.1.0',
      contract: { ...none, fills: exposes.map((expose) => ({ slot: 'chat.actions', expose })) },
      modules: Object.fromEntries(exposes.map((expose) => [expose, { js: [{ file: 'a.js', integrity }], css: [] }])),
    };
    const made: ReleaseRecord = {
      name,
      version: '1.0.0',
      kernel: '0.1.0',
      content: '',
      files: [{ file: 'a.js', integrity, bytes, brotli: bytes }],
      contract: { ...emptyContract, ...contract },
      release,
    };
    return made;
  };
  const slot = { name: 'chat.actions', version: 1 };
  const many = { most: 2, kB: 10 };
  const owner = (more: object = {}) => record('mf-chat', { slots: [{ ...slot, many, ...more }] });
  const problems = (filler: ReleaseRecord, remotes: readonly ReleaseRecord[]) => {
    const shell = { ...record('shell', {}), release: undefined };
    return problemsOf(filler, { shell, service: record('service', {}), remotes: [...remotes, filler] });
  };
  const filler = (name: string, more: object = {}, exposes = ['./one'], bytes?: number) =>
    record(name, { fills: [{ ...slot, ...more }] }, exposes, bytes);

  test('it waits for a version of its owner that has the slot, and fits it then', () => {
    expect(problems(filler('mf-a'), [record('mf-chat', {})])).toEqual([]);
    expect(problems(filler('mf-a'), [owner()])).toEqual([]);
    expect(problems(filler('mf-a', { version: 2 }), [owner()])).toEqual([
      'mf-a@1.0.0 fills the slot chat.actions in version 2, which mf-chat does not offer',
    ]);
  });

  test('it reads only its declared input, and closes only with the declared result', () => {
    const [needs] = problems(filler('mf-a', { input: object({ messageId: text }) }), [owner({ input: object({}) })]);
    expect(needs).toContain('input of the slot chat.actions of mf-chat@1.0.0: messageId is required');
    const [gives] = problems(filler('mf-a', { result: object({ insert: { type: 'number' } }) }), [
      owner({ result: object({ insert: text }) }),
    ]);
    expect(gives).toContain('result for the slot chat.actions of mf-chat@1.0.0');
  });

  test('it has to fit, in number and in bytes', () => {
    const by = 'the slot chat.actions of mf-chat@1.0.0';
    expect(problems(filler('mf-a', {}, ['./one', './two']), [owner()])).toEqual([]);
    expect(problems(filler('mf-a', {}, ['./one', './two']), [owner(), filler('mf-b')])).toEqual([
      `mf-a@1.0.0 does not fit: ${by} takes 2 fillers, and 3 are pinned`,
    ]);
    expect(problems(filler('mf-a', {}, ['./one'], 10_001), [owner()])).toEqual([
      `mf-a@1.0.0 does not fit: ${by} takes 10 kB from each, and ./one is 10.0 kB`,
    ]);
  });
});

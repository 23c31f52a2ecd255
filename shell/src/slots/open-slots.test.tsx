import type { PinnedRelease, Release } from '@atrium/shared-kernel/contracts/release-set';
import type { Filler, Lifecycles, MountProps } from '@atrium/shared-kernel/remote';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { setMountMaxTime, setUnmountMaxTime } from 'single-spa';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createModule } from '../composition/module.model.ts';
import { createRootParcel, type MountParcel } from '../composition/root-parcel.ts';
import { createFailureReports, type RemoteFailure } from '../remotes/failure.ts';
import { createRemotes } from '../remotes/remote.model.ts';
import { createStyles } from '../remotes/styles.ts';
import { componentModule, fakeLoader, never, noEntering, release, releaseSet, textModule } from '../testing/release.ts';
import { createSlots } from './slots.ts';

const slot = 'billing.settingsTabs';
const fill = (label: string, more: object = {}, expose = `./${label.toLowerCase()}`) => ({
  slot,
  expose,
  details: { label, ...more },
});

let mountParcel: MountParcel;
beforeAll(async () => {
  setMountMaxTime(16_000, true, 16_000);
  setUnmountMaxTime(16_000, true, 16_000);
  mountParcel = await createRootParcel();
});
beforeEach(() => {
  // Remotes render outside of the test library's reach.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** Lets React and single-spa finish pending work without the time of a budget passing. */
const soon = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    await vi.advanceTimersByTimeAsync(5);
  }
};

interface Given {
  readonly remotes: readonly PinnedRelease[];
  /** Whether the entry of a release loads. */
  readonly entry?: (release: Release) => Promise<void>;
  readonly owners?: Record<string, string[]>;
  readonly user?: Parameters<typeof createFakeHost>[0] extends (infer O) | undefined
    ? NonNullable<O> extends { user?: infer U }
      ? U
      : never
    : never;
  readonly modules?: Readonly<Record<string, (of: Release) => Partial<Lifecycles> | Promise<Partial<Lifecycles>>>>;
  readonly on?: readonly string[];
}

/** The same version to fall back to, for tests of which one is left when. */
const withPrevious = (surface: Parameters<typeof release>[2]): PinnedRelease => ({
  ...release('mf-a', '2.0.0', surface),
  previous: release('mf-a', '1.0.0', surface),
});

const open = async ({ remotes, owners, user = testUser(), modules = {}, on = [], entry }: Given) => {
  const host = createFakeHost({ user });
  const failures: RemoteFailure[] = [];
  const reports = createFailureReports(() => {});
  reports.failures$.subscribe((failure) => failures.push(failure));
  const faults: unknown[] = [];
  reports.faults$.subscribe((fault) => faults.push(fault));
  const styles = createStyles();
  const loader = fakeLoader((of, expose) => modules[expose]?.(of) ?? textModule(`drawn ${expose}`), entry);
  const set = { ...releaseSet(...remotes), ...(owners ? { owners } : {}) };
  const opened: unknown[] = [];
  const remoteFor = createRemotes(set, { loader, styles, reports, entering: noEntering });
  const stage = { host, mountParcel, styles };
  const slots = createSlots(set, () => ({
    set,
    remoteFor,
    stage,
    modals: { openByName: async (...given) => opened.push(given) },
    reports,
    isOn: (flag) => on.includes(flag),
  }));
  const its = await slots.open();
  let there: readonly Filler[] = [];
  its.fillers(slot).subscribe((all) => {
    there = all;
  });
  const show = (label: string, input: unknown = {}) => {
    const element = document.body.appendChild(document.createElement('div'));
    const closed: unknown[] = [];
    const filler = there.find((one) => one.label === label)!;
    return { element, closed, ...its.show(filler, { element, input, close: (result) => void closed.push(result) }) };
  };
  const screen = (name: string, expose: string) => {
    const container = document.body.appendChild(document.createElement('div'));
    return { container, ...createModule(stage, { remote: remoteFor(name), expose, container }) };
  };
  return {
    host,
    slots,
    its,
    screen,
    loader,
    failures,
    faults,
    opened,
    show,
    labels: () => there.map(({ label }) => label),
    all: () => there,
  };
};

test('fillers of many remotes are shown in their order, and no code of any is requested', async () => {
  const { labels, loader, slots } = await open({
    remotes: [
      release('mf-b', '1.0.0', { fills: [fill('Notes', { order: 5 }), fill('Early', { order: -1 })] }),
      release('mf-a', '1.0.0', {
        fills: [fill('Plain', { icon: 'star' }), { ...fill('Other'), slot: 'teams.panelTabs' }],
      }),
    ],
  });
  expect(labels()).toEqual(['Early', 'Plain', 'Notes']);
  expect(loader.entries).toEqual([]);
  expect([slots.isFilled(slot), slots.isFilled('chat.messageActions')]).toEqual([true, false]);
});

test('a filler that broke the contract of its slot is reported as a fault of its remote', async () => {
  const { its, all, faults } = await open({ remotes: [release('mf-a', '1.0.0', { fills: [fill('Notes')] })] });
  its.blame?.(all()[0]!, 'broke the contract of the slot');
  expect(faults).toEqual([{ remote: 'mf-a', reason: 'broke the contract of the slot' }]);
});

describe('conditions', () => {
  const remotes = (when: object) => [release('mf-a', '1.0.0', { fills: [fill('Notes', { when })] })];
  const free = testUser({ subscriptionEndDate: undefined });
  test.each([
    ['a plan', { plans: ['premium'] }, {}, true],
    ['another plan', { plans: ['premium'] }, { user: free }, false],
    ['the plan of who has none', { plans: ['free'] }, { user: free }, true],
    ['a plan that has ended', { plans: ['lapsed'] }, { user: testUser({ subscriptionEndDate: '2020-01-01' }) }, true],
    ['a plan that never was', { plans: ['lapsed'] }, { user: free }, false],
    ['a plan that has not ended', { plans: ['lapsed'] }, {}, false],
    ['who has no active team', { roles: ['teamless'] }, {}, true],
    ['a team that is active', { roles: ['teamless'] }, { user: testUser({ activeTeam: 'b'.repeat(24) }) }, false],
    ['a role', { roles: ['productAdmin', 'teamMember'] }, { user: testUser({ booktAdmin: true }) }, true],
    ['a role that the person has not', { roles: ['teamMember'] }, {}, false],
    ['a visitor', { roles: ['visitor'] }, { user: null }, true],
    ['nobody who is signed in', { roles: ['visitor'] }, {}, false],
    ['a route', { routes: ['/'] }, {}, true],
    ['another route', { routes: ['/team/*', '/join'] }, {}, false],
    ['a flag', { flags: ['notes'] }, { on: ['notes'] }, true],
    ['a flag that is off', { flags: ['notes', 'more'] }, { on: ['notes'] }, false],
    [
      'all of several',
      { plans: ['premium'], roles: ['user'], routes: ['/'], flags: ['notes'] },
      { on: ['notes'] },
      true,
    ],
  ])('of %s decide', async (_what, when, given, there) => {
    const { labels } = await open({ remotes: remotes(when), ...given });
    expect(labels()).toEqual(there ? ['Notes'] : []);
  });

  test('are re-evaluated when the user or the route changes', async () => {
    const { labels, host } = await open({ remotes: remotes({ roles: ['user'], routes: ['/team'] }) });
    expect(labels()).toEqual([]);
    host.navigation.navigate('/team');
    expect(labels()).toEqual(['Notes']);
    host.session.user$.next(undefined);
    expect(labels()).toEqual([]);
  });
});

test.each([
  ['a label of two lines', { label: 'Notes\nNow' }],
  ['a label that turns the direction of what follows', { label: 'Notes \u202Etxt' }],
  ['a label that is too long', { label: 'x'.repeat(41) }],
  ['a condition that nobody knows', { label: 'Notes', when: { moon: ['full'] } }],
  ['a link to another remote', { label: 'Notes', leadsTo: { dialog: 'billing.settings' } }],
  ['markup for a picture', { label: 'Notes', icon: '<img src=x>' }],
])('%s is reported with its remote, and leaves the others there', async (_what, details) => {
  const { labels, failures } = await open({
    remotes: [
      release('mf-bad', '1.0.0', { fills: [{ slot, expose: './bad', details }] }),
      release('mf-good', '1.0.0', { fills: [fill('Good')] }),
    ],
  });
  expect(labels()).toEqual(['Good']);
  expect(failures).toMatchObject([{ remote: 'mf-bad', expose: './bad', recovered: false }]);
});

test('a filler that the set gives to others is not there', async () => {
  const { labels } = await open({
    remotes: [
      release('mf-a', '1.0.0', { fills: [fill('Mine')] }),
      release('mf-b', '1.0.0', { fills: [fill('Theirs')] }),
    ],
    owners: { [`slot ${slot}`]: ['mf-b'] },
  });
  expect(labels()).toEqual(['Theirs']);
});

test('a link opens the page of its remote, or its dialog', async () => {
  const link = (label: string, leadsTo: object) => fill(label, { leadsTo });
  const { all, its, host, opened } = await open({
    remotes: [
      release('mf-a', '1.0.0', {
        routes: [{ path: '/notes', title: 'Notes', expose: './notes' }],
        dialogs: [{ dialog: 'notes.find', title: 'Find', size: 'small', expose: './find' }],
        fills: [
          link('Notes', { path: '/notes' }),
          link('Find', { dialog: 'notes.find' }),
          link('Found', { dialog: 'notes.find', props: { tab: 'Found' } }),
        ],
      }),
    ],
  });
  const [notes, find, found] = all();
  its.follow(notes!);
  its.follow(find!);
  its.follow(found!);
  expect(host.navigation.location$.value.pathname).toBe('/notes');
  expect(opened).toEqual([
    ['notes.find', undefined],
    ['notes.find', { tab: 'Found' }],
  ]);
});

test('a filler renders into its element, and leaves nothing behind', async () => {
  const { show } = await open({ remotes: [release('mf-a', '1.0.0', { fills: [fill('Notes')] })] });
  const { element, state$, end } = show('Notes');
  await soon();
  expect([element.textContent, state$.value.kind]).toEqual(['drawn ./notes', 'shown']);
  end();
  await soon();
  expect(element.childElementCount).toBe(0);
});

describe('a filler that fails is reported as its remote’s and leaves its neighbors alone', () => {
  const remotes = [
    release('mf-bad', '1.0.0', { fills: [fill('Bad')] }),
    release('mf-good', '1.0.0', { fills: [fill('Good')] }),
  ];
  const render = () => {
    throw new Error('broken');
  };
  test.each([
    ['throws at load', () => Promise.reject(new Error('broken')), 'expose', 2100],
    ['never loads', () => never<Partial<Lifecycles>>(), 'expose', 15_000],
    ['throws in mount', () => ({ ...textModule(''), mount: render }), 'mount', 100],
    ['hangs in mount', () => ({ ...textModule(''), mount: () => never<void>() }), 'mount', 15_100],
    ['throws in render', () => componentModule('mf-bad', render), 'render', 100],
    ['exports nothing', () => ({}), 'expose', 2100],
  ])('where it %s', async (_what, module, phase, ms) => {
    vi.mocked(console.error).mockImplementation(() => {});
    const { show, failures } = await open({ remotes, modules: { './bad': module } });
    const [bad, good] = [show('Bad'), show('Good')];
    await soon();
    await vi.advanceTimersByTimeAsync(ms);
    await soon();
    expect([bad.state$.value.kind, bad.element.childElementCount]).toEqual(['failed', 0]);
    expect([good.state$.value.kind, good.element.textContent]).toEqual(['shown', 'drawn ./good']);
    expect(failures).toMatchObject([{ remote: 'mf-bad', expose: './bad', phase, recovered: false }]);
  });

  test('and is restored by Retry', async () => {
    let works = false;
    const { show } = await open({
      remotes,
      modules: { './bad': () => (works ? textModule('back') : Promise.reject(new Error('down'))) },
    });
    const { state$, retry, element } = show('Bad');
    await soon();
    await vi.advanceTimersByTimeAsync(2100);
    expect(state$.value.kind).toBe('failed');
    works = true;
    retry();
    await soon();
    expect(element.textContent).toBe('back');
  });
});

describe('where a version before is there', () => {
  const surface = { fills: [fill('Bad'), fill('Good')] };
  const versions = (of: readonly { state$: { value: { kind: string; release?: Release } } }[]) =>
    of.map(({ state$ }) => state$.value.release?.version);
  const breaksIn2 = ({ version }: Release) =>
    version === '2.0.0'
      ? { ...textModule(''), mount: () => Promise.reject(new Error('broken')) }
      : textModule('before');

  test('a filler that fails goes back to it alone: screens and other fillers of its remote stay', async () => {
    const { show, screen, failures } = await open({
      remotes: [withPrevious(surface)],
      modules: { './bad': breaksIn2 },
    });
    const bad = show('Bad');
    await soon();
    const others = [show('Good'), screen('mf-a', './page')];
    const again = show('Bad');
    await soon();
    expect(versions([bad, again, ...others])).toEqual(['1.0.0', '1.0.0', '2.0.0', '2.0.0']);
    expect(failures).toMatchObject([{ version: '2.0.0', expose: './bad', recovered: true }]);
  });

  test('a filler that breaks on the screen goes back to it alone, too', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    let breakNow = () => {};
    const { show, screen } = await open({
      remotes: [withPrevious(surface)],
      modules: {
        './bad': ({ version }) => ({
          ...textModule(version),
          mount: async (props) => {
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the shell gives a parcel
            const { onFailure } = props as MountProps;
            if (version === '2.0.0') breakNow = () => onFailure?.(new Error('broken'), 'render');
          },
        }),
      },
    });
    const bad = show('Bad');
    await soon();
    breakNow();
    await soon();
    const page = screen('mf-a', './page');
    await soon();
    expect(versions([bad, page])).toEqual(['1.0.0', '2.0.0']);
  });

  test('a remote whose entry fails falls back as a whole, whichever part requested it', async () => {
    const { show, screen } = await open({
      remotes: [withPrevious(surface)],
      entry: ({ version }) => (version === '2.0.0' ? Promise.reject(new Error('gone')) : Promise.resolve()),
    });
    const good = show('Good');
    await soon();
    await vi.advanceTimersByTimeAsync(2100);
    await soon();
    const page = screen('mf-a', './page');
    await soon();
    expect(versions([good, page])).toEqual(['1.0.0', '1.0.0']);
  });

  test('and Retry begins with the pinned version again', async () => {
    let broken = true;
    const failing = () => (broken ? Promise.reject(new Error('down')) : textModule('back'));
    const { show } = await open({ remotes: [withPrevious(surface)], modules: { './bad': failing } });
    const { state$, retry } = show('Bad');
    await soon();
    await vi.advanceTimersByTimeAsync(4200);
    await soon();
    expect(state$.value.kind).toBe('failed');
    broken = false;
    retry();
    await soon();
    expect(state$.value).toMatchObject({ kind: 'shown', release: { version: '2.0.0' } });
  });
});

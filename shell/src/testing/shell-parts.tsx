import { createFakeHost, type FakeHost } from '@atrium/shared-kernel/testing/fake-host';
import type { PinnedRelease } from '@atrium/shared-kernel/contracts/release-set';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BehaviorSubject } from 'rxjs';
import { createAlerts } from '../alerts/alerts.model.ts';
import { createRootParcel } from '../composition/root-parcel.ts';
import { createModals } from '../modals/modals.model.ts';
import { createDirectory } from '../remotes/directory.ts';
import { createFailureReports } from '../remotes/failure.ts';
import type { RemoteLoader } from '../remotes/loader.ts';
import { createRemotes } from '../remotes/remote.model.ts';
import { createStyles } from '../remotes/styles.ts';
import { createNavigation, openMemoryHistory, type OwnedNavigation } from '../router/navigation.ts';
import { ShellContext, type ShellParts } from '../shell-context.ts';
import { fakeLoader, noEntering, releaseSet, textModule } from './release.ts';

interface Options {
  readonly path?: string;
  readonly host?: FakeHost;
  readonly remotes?: PinnedRelease[];
  /** The sentences of disabled remotes, by claim. */
  readonly disabled?: Readonly<Record<string, string>>;
  readonly loader?: RemoteLoader;
}

export interface TestShell {
  readonly parts: ShellParts;
  readonly navigation: OwnedNavigation;
  readonly host: FakeHost;
  show(ui: ReactNode): HTMLElement;
}

/** The shell's own parts over a fake host and a history in memory, for tests of its components. */
export const createTestShell = async ({
  path = '/',
  host = createFakeHost(),
  remotes = [],
  disabled = {},
  loader = fakeLoader(({ name }, expose) => textModule(`${name} ${expose}`)),
}: Options = {}): Promise<TestShell> => {
  const navigation = createNavigation(openMemoryHistory('/before', path), host.navigation.origin, {
    assign: (url) => host.left.push(url),
    open: (url) => host.tabs.push(url) > 0,
  });
  const set = { ...releaseSet(...remotes), disabled };
  const styles = createStyles();
  const directory = createDirectory(
    set,
    createRemotes(set, { loader, styles, reports: createFailureReports(() => {}), entering: noEntering }),
  );
  let keys = 0;
  const modals = createModals({
    navigation,
    directory,
    session: host.storage.session,
    onMissing: (dialog) => host.left.push(dialog),
    random: () => (keys++ % 36) / 36,
  });
  const parts: ShellParts = {
    host: { ...host, navigation, dialogs: modals },
    mountParcel: await createRootParcel(),
    styles,
    directory,
    modals,
    frame: {
      framed$: new BehaviorSubject(false),
      slow$: new BehaviorSubject(false),
      settle: () => {},
      cover: () => () => {},
    },
    alerts: createAlerts(host.storage.session, () => String(++keys)),
    shownTitle$: new BehaviorSubject(''),
    deferred$: new BehaviorSubject<ReactNode>(null),
    areas$: new BehaviorSubject<ReadonlySet<string>>(new Set(['main', 'shell', ...remotes.map(({ name }) => name)])),
    expectUser: true,
    gallery: false,
  };
  return {
    parts,
    navigation,
    host,
    show(ui) {
      return render(<ShellContext value={parts}>{ui}</ShellContext>).container;
    },
  };
};

/** Waits for pending loading, mounting and rendering. */
export const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 6; turn++)
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
  });

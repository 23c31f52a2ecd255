import { notAvailable } from '@atrium/shared-kernel/contracts/sentences';
import { breakpoints, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { tryAgain, type Alerts, type Host, type Layout } from '@atrium/shared-kernel/remote';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BehaviorSubject, fromEvent, interval, merge, skip, take, timer, type Observable } from 'rxjs';
import { createAppearance } from './appearance/appearance.model.ts';
import { registerAreas } from './composition/areas.ts';
import { createRootParcel } from './composition/root-parcel.ts';
import { reportOnEarlyLeave } from './health/early-leave.ts';
import { createBaseHost } from './host.ts';
import type * as Inspection from './inspector/inspector.tsx';
import type * as Deferred from './deferred/deferred-parts.tsx';
import { openFrame } from './frame/open-frame.ts';
import { createBars, withoutMissingBars } from './layout/bars.model.ts';
import { loadFrame } from './modals/modal-stack.tsx';
import { createModals, dropStaleModals } from './modals/modals.model.ts';
import { createDirectory, type Directory } from './remotes/directory.ts';
import { sentenceFor } from './remotes/disabled-sentences.ts';
import { createEntering } from './remotes/entering.ts';
import { createFailureReports, recordErrors, type FailureReports } from './remotes/failure.ts';
import type { RemoteLoader } from './remotes/loader.ts';
import { createRemotes } from './remotes/remote.model.ts';
import { retryUntilLoaded } from './remotes/retry-until-loaded.ts';
import { createStyles } from './remotes/styles.ts';
import type { SlotPorts } from './slots/open-slots.ts';
import { createSlots } from './slots/slots.ts';
import { createIntents } from './router/intents.ts';
import { applyMainRedirects } from './router/main-redirects.ts';
import { reportMalformedIds } from './router/malformed-ids.ts';
import { createNavigation, openBrowserHistory, type OwnedNavigation, openTab } from './router/navigation.ts';
import { pageAt, routesOf, type OwnRoute } from './router/routes.tsx';
import { Shell } from './shell.tsx';
import { listenToShortcuts } from './shortcuts/shortcuts.ts';
import { storeAttribution } from './visit/attribution.ts';
import { createDevice, createMedia, createOnline } from './visit/device.ts';
import { createIpInfo } from './visit/ip-info.ts';
import { expectsUser, hintKey, startSession } from './visit/session-start.ts';
import { createStorage } from './visit/storage.ts';

/**
 * Emits once: after `time` ms, so that the first screen does not wait for what is deferred, or at the first failure.
 * People who see a failure may leave at once, and it has to be reported nevertheless.
 */
export const afterStartup = (failures$: Observable<unknown>, time: number): Observable<unknown> =>
  merge(timer(time), failures$).pipe(take(1));

export interface ShellOptions {
  readonly root: HTMLElement;
  readonly set: ReleaseSet;
  readonly loader: RemoteLoader;
  /** Logs one labeled line for each failure of a remote or breach of a contract. */
  readonly log: (line: string) => void;
  /** The page of the kernel's ui parts, in development builds. */
  readonly gallery?: OwnRoute;
  /** The inspector for developers, which shows what each remote rendered and does. */
  readonly inspection?: Pick<typeof Inspection, 'Inspector' | 'createPartRecord'> | undefined;
}

/** Milliseconds. */
const times = { sessionRetry: 5000, startup: 5000 };

/**
 * Loads what the first screen does not need: health reports, newer versions, the frame of dialogs. Without it, calls go
 * to the service directly. A network that is lost in the first seconds comes back, so `load` is tried until it succeeds.
 * `onStarted` gets the notices that these parts show.
 */
export const loadDeferredParts = (
  onStarted: (notices: ReactNode) => void,
  parts: Omit<Parameters<typeof Deferred.startDeferredParts>[0], 'earlyLeave'>,
  log: (line: string) => void,
  load: () => Promise<Pick<typeof Deferred, 'startDeferredParts'>> = () => import('./deferred/deferred-parts.tsx'),
): void => {
  const { reports, early } = parts;
  // A bar that opens needs its history entry at once.
  const wanted$ = merge(reports.failures$, early.unanswered$, parts.host.layout.bars$.pipe(skip(1)));
  const earlyLeave = reportOnEarlyLeave(window, reports.loads$);
  afterStartup(wanted$, times.startup).subscribe(() => {
    // A failure here is harmless: the first dialog tries again.
    loadFrame().catch(() => undefined);
    void tryAgain(load, () => true)
      .catch(() => {
        early.handOver((request) => request());
        log('reports and newer versions are off until their code loads');
        return retryUntilLoaded(load);
      })
      .then(({ startDeferredParts }) => onStarted(startDeferredParts({ ...parts, earlyLeave })));
  });
};

/** Adds the flags of the release set and the slots to the host. */
const hostWith = (
  given: Omit<Host, 'slots' | 'flags'>,
  set: ReleaseSet,
  ports: () => Omit<SlotPorts, 'set' | 'isOn'>,
): Host => {
  const isOn = (flag: string, standard = false) => set.flags?.[flag] ?? standard;
  return {
    ...given,
    flags: { isOn },
    slots: createSlots(set, () => ({ set, isOn: (flag) => isOn(flag), ...ports() })),
  };
};

/** Shows a banner if a dialog is opened that is disabled, or that no remote supplies. */
const reportMissing = (directory: Directory, alerts: Alerts, log: ShellOptions['log']) => (dialog: string) => {
  const disabled = directory.disabled(`dialog ${dialog}`);
  if (disabled === undefined) log(`no remote supplies the dialog ${dialog}`);
  alerts.show({ message: disabled ?? notAvailable, type: 'info', time: toastTimes.medium });
};

const barsIn = (page: Window, local: Host['storage']['local']) =>
  createBars(
    local,
    createMedia(page, `(width >= ${breakpoints.bars}px)`),
    createMedia(page, `(width <= ${breakpoints.mobile}px)`),
  );

/** Hides a bar whose remote is disabled and has no sentence to show there. */
const barsOf = (directory: Directory, alerts: Alerts, bars: Layout): Layout =>
  withoutMissingBars(
    bars,
    (side) => directory.disabled(`slot shell.${side}`) === '',
    () => alerts.show({ message: sentenceFor('dialog'), type: 'info', time: toastTimes.medium }),
  );

/** The navigation of a page. */
const openNavigation = (page: Window, origin: string): OwnedNavigation =>
  createNavigation(openBrowserHistory(), origin, {
    assign: (to, options) => page.location[options?.replace ? 'replace' : 'assign'](to),
    open: (to) => openTab(page, to),
  });

/** The route areas that are mounted, as the address changes. */
const areasIn = ({ location$ }: OwnedNavigation, areaAt: (pathname: string) => string) => {
  const area$ = new BehaviorSubject('');
  location$.subscribe(({ pathname }) => area$.next(areaAt(pathname)));
  return registerAreas(area$);
};

/** Starts the product in a page: builds the host, registers the areas, shows the shell, fetches the session. */
export const startShell = async (options: ShellOptions): Promise<{ host: Host; reports: FailureReports }> => {
  const { root, set, loader, log, gallery, inspection } = options;
  const record = inspection?.createPartRecord();
  const storage = createStorage();
  const url = new URL(window.location.href);
  // A whole address: a path that begins with `//` would name another host.
  const replace = (address: string) => history.replaceState(history.state, '', address);
  const attribution = storeAttribution({ url, cookies: storage.cookies, replace, newUuid: () => crypto.randomUUID() });
  dropStaleModals(url, storage.session, replace);

  const reports = createFailureReports(log);
  const { bus, client, early, network, session, alerts } = createBaseHost(
    storage,
    { log, fault: reports.fault },
    record?.bus,
  );
  const appearance = createAppearance(document, storage.local, session.user$);
  const online$ = createOnline(window);
  const { ipInfo$, refresh: refreshIpInfo } = createIpInfo(client, storage.local);
  const bars = barsIn(window, storage.local);

  const errors$ = recordErrors(window);
  record?.follow(set, reports, errors$);
  const styles = createStyles();
  const entering = createEntering(storage.session, window);
  const remoteFor = createRemotes(set, { loader, styles, reports, entering });
  const directory = createDirectory(set, remoteFor);
  const mountParcel = await createRootParcel();
  const navigation = openNavigation(window, url.origin);
  const onMissing = reportMissing(directory, alerts, log);
  const layout = barsOf(directory, alerts, bars);
  const modals = createModals({ navigation, directory, session: storage.session, onMissing });
  listenToShortcuts(document, { directory, modals, alerts, navigation });
  const areas$ = areasIn(navigation, (pathname) => pageAt(directory, pathname, gallery !== undefined).area);

  const device = createDevice(window.navigator);
  const surroundings = { appearance, storage, ipInfo$, attribution, online$, outbox$: early.outbox$, device };
  const given = { bus, client, session, navigation, alerts, dialogs: modals, layout, ...surroundings };
  const host = hostWith(given, set, () => ({ remoteFor, stage: parts, modals, reports }));
  const deferred$ = new BehaviorSubject<ReactNode>(null);
  const shownTitle$ = new BehaviorSubject('');
  const parts = {
    host,
    mountParcel,
    styles,
    directory,
    frame: openFrame(root, session, modals, navigation),
    alerts,
    modals,
    deferred$,
    shownTitle$,
    areas$,
    gallery: gallery !== undefined,
    ...(inspection && record
      ? { watch: record.watch, inspector: <inspection.Inspector record={record} set={set} /> }
      : {}),
  };
  createRoot(root).render(
    <Shell
      navigation={navigation}
      routes={routesOf(directory, gallery)}
      parts={{ ...parts, expectUser: expectsUser(storage.local) }}
    />,
  );

  reportMalformedIds(navigation, alerts);
  const expected = storage.local.get(hintKey);
  applyMainRedirects(navigation, session, modals, createIntents(storage.session), directory.disabledPaths, expected);
  startSession({
    session,
    bus,
    alerts,
    local: storage.local,
    online$,
    again$: interval(times.sessionRetry),
    returns$: merge(fromEvent(window, 'storage'), fromEvent(window, 'pageshow')),
  });
  void refreshIpInfo();
  const started = { set, host, early, network, session, reports, errors$ };
  const onTitle = (title: string) => shownTitle$.next(title);
  loadDeferredParts((notices) => deferred$.next(notices), { ...started, navigation, modals, onTitle }, log);
  return { host, reports };
};

import { busyChanged } from '#contracts/events/chat';
import * as workspace from '#contracts/events/workspace';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Behavior, Host } from '@atrium/shared-kernel/remote';
import type { OwnedSession } from '@atrium/shared-kernel/session';
import { uploading$ } from '@atrium/shared-kernel/upload';
import type { ReactNode } from 'react';
import {
  catchError,
  combineLatest,
  EMPTY,
  filter,
  from,
  interval,
  map,
  type Observable,
  skip,
  startWith,
  switchMap,
  type Unsubscribable,
} from 'rxjs';
import { reportHealth } from '../health/health.model.ts';
import type { FailureReports } from '../remotes/failure.ts';
import type { Modals } from '../modals/modals.model.ts';
import { reportForeignClaims } from './foreign-claims.ts';
import type { OwnedNavigation } from '../router/navigation.ts';
import { keepAddressBelow } from './address-below.ts';
import { closeBarWithBack } from './back-closes-bar.ts';
import type { Federation } from './federation-devtools.ts';
import { followChanges } from './follow-changes.ts';
import type { EarlyCalls } from '../offline/early-calls.ts';
import { startOffline } from '../offline/offline.ts';
import { createOwnDeletions } from './own-deletions.ts';
import { OfflineNote } from '../offline/offline-note.tsx';
import { refuseDroppedFiles } from './refuse-dropped-files.ts';
import { renewSubscription } from './renew-subscription.ts';
import { listenToScreenKeys } from './screen-keys.ts';
import { shownTitle } from './shown-title.ts';
import { reportUnusedInvitations } from './unused-invitations.ts';
import { watchNetwork } from './watch-network.ts';
import { createUpdateOffer, fetchSetId } from '../update/update.model.ts';
import { UpdatePrompt } from '../update/update-prompt.tsx';

interface Started {
  readonly set: Pick<ReleaseSet, 'id' | 'owners' | 'shell' | 'remotes'>;
  readonly host: Pick<
    Host,
    'alerts' | 'attribution' | 'bus' | 'client' | 'dialogs' | 'layout' | 'online$' | 'session' | 'storage'
  >;
  readonly early: EarlyCalls;
  readonly network: { send: typeof fetch };
  readonly session: OwnedSession;
  readonly reports: FailureReports;
  readonly errors$: Observable<ErrorEvent | PromiseRejectionEvent>;
  readonly navigation: OwnedNavigation;
  readonly modals: Pick<Modals, 'stack$'>;
  /** Called with the title of what is on the screen. */
  readonly onTitle: (title: string) => void;
  /** Reports the loads if the page is left before this code starts. */
  readonly earlyLeave: Unsubscribable;
}

/**
 * The Chrome extension of Module Federation, which adds a plugin to every page, gets to see the remotes of this one.
 */
const showToFederationDevtools = (set: Started['set'], page: Window & { readonly __FEDERATION__?: Federation }) => {
  const { __FEDERATION__: federation } = page;
  if (!federation?.__GLOBAL_PLUGIN__?.length) return;
  // No script of its own, because the first script lists each by name and hash.
  import(/* webpackMode: "eager" */ './federation-devtools.ts')
    .then(({ showToDevtools }) => showToDevtools(set, federation, page))
    // If something is wrong there, the extension shows nothing, and the page works as before.
    .catch(() => undefined);
};

/**
 * Retries what could not be loaded offline once there is a network, in every remote. Each remote shows a failure by the
 * kernel's `FailureState`, whose Retry button does what the remote needs. A module that failed in its mount is left to
 * the user, as it may have hung the page before, and would do so again.
 */
const retryOnline = (online$: Behavior<boolean>, page: ParentNode): void => {
  online$.pipe(skip(1), filter(Boolean)).subscribe(() => {
    const buttons = ':not([data-phase=mount]) > [data-failure] button';
    for (const button of page.querySelectorAll<HTMLButtonElement>(buttons)) button.click();
  });
};

/**
 * Whether a newer version would interrupt something: a reply, a draft, an upload, a change of many chats, or what is
 * filled in in a dialog.
 */
const createBusy = ({ bus, modals }: Pick<Host, 'bus'> & Pick<Started, 'modals'>): Observable<boolean> => {
  const inChat$ = bus.on(busyChanged).pipe(
    map(({ streaming, draft }) => streaming || draft),
    startWith(false),
  );
  const inList$ = bus.on(workspace.busyChanged).pipe(
    map(({ busy }) => busy),
    startWith(false),
  );
  const inDialog$ = modals.stack$.pipe(map(({ length }) => length > 0));
  return combineLatest([inChat$, inList$, inDialog$, uploading$]).pipe(map((all) => all.includes(true)));
};

/** Milliseconds. */
const intervals = { healthReport: 5000, updateCheck: 60_000 };

/**
 * Starts what the first screen does not need: titles, offline support, reports about remotes and more. Returns the
 * notices for a lost network and for a newer version.
 */
export const startDeferredParts = ({ earlyLeave, ...parts }: Started): ReactNode => {
  const { set, host, early, network, session, reports, errors$, navigation, modals, onTitle } = parts;
  const { alerts, bus, client, layout, online$ } = host;
  earlyLeave.unsubscribe();
  shownTitle({ bus, navigation, modals }).subscribe(onTitle);
  reportUnusedInvitations({ navigation, session, alerts });
  keepAddressBelow(navigation, modals);
  closeBarWithBack(navigation, layout);
  const probeNetwork = watchNetwork({ network, online$, page: window, failures$: reports.failures$ });
  const deletions = createOwnDeletions();
  const queue = startOffline({ ...host, early, session, deletions, reachable: probeNetwork });
  // Loads the popup of menus while there is a network, so that menus open offline.
  import('@atrium/shared-kernel/ui/menu-popup/menu-popup').catch(() => undefined);
  retryOnline(online$, document);
  renewSubscription(host);
  followChanges({ alerts, bus, client, navigation, online$, session, deletions });
  refuseDroppedFiles(window);
  listenToScreenKeys(document, { layout, navigation, session, modals });
  const vitals$ = from(import(/* webpackMode: "eager" */ '../health/vitals.ts')).pipe(
    switchMap(({ measureVitals }) => measureVitals(set, window)),
    // If something is wrong there, nothing is measured, and the page works as before.
    catchError(() => EMPTY),
  );
  reportHealth({ set, reports, client, errors$, vitals$, page: window, ticks$: interval(intervals.healthReport) });
  reportForeignClaims(set, reports.report);
  showToFederationDevtools(set, window);
  const update = createUpdateOffer({
    id: set.id,
    currentId: async () => {
      try {
        return await fetchSetId();
      } catch (error) {
        void probeNetwork();
        throw error;
      }
    },
    // Without cookies the edge draws the versions of a canary anew for each request.
    ticks$: navigator.cookieEnabled ? interval(intervals.updateCheck) : EMPTY,
    busy$: createBusy({ bus, modals }),
  });
  return (
    <>
      <OfflineNote online$={online$} queue={queue} alerts={alerts} />
      <UpdatePrompt update={update} reload={() => window.location.reload()} />
    </>
  );
};

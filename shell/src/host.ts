import { type BusOptions, createBus } from '@atrium/shared-kernel/bus';
import { createClient } from '@atrium/shared-kernel/client';
import type { Bus, Client, Storage } from '@atrium/shared-kernel/remote';
import { createSession, type OwnedSession } from '@atrium/shared-kernel/session';
import type { FailureReports } from './remotes/failure.ts';
import { createAlerts, type OwnedAlerts } from './alerts/alerts.model.ts';
import { createEarlyCalls, type EarlyCalls, signOuts } from './offline/early-calls.ts';
import { withFirstAnswers } from './visit/first-answers.ts';

/** Parts of the host that need neither routes nor remotes. */
export interface BaseHost {
  readonly bus: Bus;
  readonly client: Client;
  readonly early: EarlyCalls;
  /** Sends the calls of the client. Replaced by code that watches the network. */
  readonly network: { send: typeof fetch };
  readonly session: OwnedSession;
  readonly alerts: OwnedAlerts;
}

type Log = (line: string) => void;

/**
 * Tells the session about a log-out as soon as it is requested, because the stream of changes often reports it before
 * the answer arrives.
 */
const withSignOut = (client: Client, session: () => OwnedSession): Client => ({
  ...client,
  call(call, ...request) {
    const answer = client.call(call, ...request);
    if (signOuts.has(call.name)) session().leave(answer);
    return answer;
  },
});

/**
 * Creates bus, client, session and alerts. A breach of a contract is logged with the remote to blame, and passed to
 * `watch`.
 */
export const createBaseHost = (
  storage: Storage,
  { log, fault }: { readonly log: Log; readonly fault: FailureReports['fault'] },
  watch?: BusOptions,
): BaseHost => {
  const bus = createBus({
    ...watch,
    onViolation(violation) {
      const { event, blame, side, reason } = violation;
      const broke = `broke the contract of ${event} (${side}): ${reason}`;
      // A payload that the consumer rejects may be the consumer's own mistake, so it is only logged.
      if (side === 'producer') fault({ remote: blame, reason: broke });
      else log(`${blame} ${broke}`);
      watch?.onViolation(violation);
    },
  });
  const network: BaseHost['network'] = { send: withFirstAnswers((...request) => fetch(...request), storage.local) };
  const direct = createClient({
    baseUrl: '/api',
    fetch: (...request) => network.send(...request),
    person: () => session.person(),
    onUnauthorized: () => session.recheck(),
    onBadAnswer: (call, reason) => log(`the answer to ${call} breaks its contract: ${reason}`),
  });
  const { client, early } = createEarlyCalls(withSignOut(direct, () => session));
  const session = createSession(client, (user) => {
    // Even if the next step fails, nothing of the previous person stays on the screen.
    document.body.replaceChildren();
    const reload = () => window.location.reload();
    import('./visit/switch-user.ts').then(
      ({ switchUser }) => switchUser(user, session.user$.value, alerts, storage.session),
      reload,
    );
  });
  const alerts = createAlerts(storage.session, () => crypto.randomUUID());
  return { bus, client, early, network, session, alerts };
};

import { type BusOptions, createBus } from '@atrium/shared-kernel/bus';
import { createClient } from '@atrium/shared-kernel/client';
import type * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Bus, Client, Storage } from '@atrium/shared-kernel/remote';
import { createSession, type OwnedSession } from '@atrium/shared-kernel/session';
import type { FailureReports } from './remotes/failure.ts';
import { createAlerts, type OwnedAlerts } from './alerts/alerts.model.ts';
import { createEarlyCalls, type EarlyCalls } from './offline/early-calls.ts';
import { withFirstAnswers } from './visit/first-answers.ts';

/** Parts of the host that need neither routes nor remotes. */
export interface Ground {
  readonly bus: Bus;
  readonly client: Client;
  readonly early: EarlyCalls;
  /** What sends the calls of the client. */
  readonly network: { send: typeof fetch };
  readonly session: OwnedSession;
  readonly alerts: OwnedAlerts;
}

type Log = (line: string) => void;

type SignsOut =
  | typeof calls.auth.logout.name
  | typeof calls.profile.deleteUser.name
  | typeof calls.session.endAllSessions.name;
const signOuts: ReadonlySet<string> = new Set<SignsOut>([
  'auth.logout',
  'profile.deleteUser',
  'session.endAllSessions',
]);

/** A client by which the page may sign its person out; the stream of changes often says so before the answer does. */
const leavingBy = (client: Client, session: () => OwnedSession): Client => ({
  ...client,
  call(call, ...request) {
    const answer = client.call(call, ...request);
    if (signOuts.has(call.name)) session().leave(answer);
    return answer;
  },
});

/** Bus, client, session and alerts; what breaks a contract is logged with the name of its owner. `watch` sees it too. */
export const createGround = (
  storage: Storage,
  { log, fault }: { readonly log: Log; readonly fault: FailureReports['fault'] },
  watch?: BusOptions,
): Ground => {
  const bus = createBus({
    ...watch,
    onViolation(violation) {
      const { event, blame, side, reason } = violation;
      const broke = `broke the contract of ${event} (${side}): ${reason}`;
      // What a consumer cannot read may be its own mistake.
      if (side === 'producer') fault({ remote: blame, reason: broke });
      else log(`${blame} ${broke}`);
      watch?.onViolation(violation);
    },
  });
  const network: Ground['network'] = { send: withFirstAnswers((...request) => fetch(...request), storage.local) };
  const direct = createClient({
    baseUrl: '/api',
    fetch: (...request) => network.send(...request),
    person: () => session.person(),
    onUnauthorized: () => session.recheck(),
    onBadAnswer: (call, reason) => log(`the answer to ${call} breaks its contract: ${reason}`),
  });
  const { client, early } = createEarlyCalls(leavingBy(direct, () => session));
  const session = createSession(client, (user) => {
    // Whatever comes of it, nothing of the old person is on the screen from now on.
    document.body.replaceChildren();
    const reload = () => window.location.reload();
    import('./visit/give-way.ts').then(({ giveWay }) => giveWay(user, session.user$.value, alerts), reload);
  });
  const alerts = createAlerts(storage.session, () => crypto.randomUUID());
  return { bus, client, early, network, session, alerts };
};

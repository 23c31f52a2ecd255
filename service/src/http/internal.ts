import type { FastifyInstance } from 'fastify';
import { healthSince } from '../domain/health/release-health.ts';
import { newestHelpMessages, pingDatabase, failuresSince, runningReplies } from '../domain/health/operator-state.ts';
import { vitalsByDay, vitalsByHour } from '../domain/health/vitals.ts';
import { groupsOf } from '../domain/accounts/groups.ts';
import { operatorUsage } from '../domain/usage/operator-usage.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import type { Services } from '../calls/services.ts';

const max = { minutes: 24 * 60, days: 30, hours: 48 };
/** A number of a query, within bounds. */
const within = (given: string | undefined, usual: number, largest: number) =>
  Math.min(largest, Math.max(1, Number(given ?? usual) || usual));
const helpMessages = 50;

/**
 * Adds the routes for the operator's tools, on the service's own address: the edge forwards nothing below `/internal`.
 * `GET /internal/releases?minutes=30`: health of the versions of remotes, `{ releases: VersionHealth[] }`.
 * `GET /internal/vitals?days=7`: page timings by day, `{ vitals: VitalCounts[] }`; `GET /internal/vitals/mf-chat?hours=24` those of one remote, by hour and group of networks.
 * `GET /internal/state`: running replies on all instances, failures of models in the last half hour, since when and why embeddings fail, the uptime of this instance, and the latency of the database.
 * `GET /internal/help`: the newest messages from Contact Us, `{ messages: HelpMessage[] }`.
 * `GET /internal/usage`: use of models in the last 30 days, by day, model, purpose and team, and the budgets of models.
 * `GET /internal/person`: the user of the cookie's session, `{ person?: { id, teams, plans } }`, from which the edge derives versions and flags.
 * `GET /internal/ready`: 200 while the database answers and the service is not draining, else 503; for load balancers and health checks of containers.
 */
export const addInternalRoutes = (
  app: FastifyInstance,
  { database: { db }, sessions, replies, now, catalog, embedders }: Services,
): void => {
  const own = { exposeHeadRoute: false };
  app.get<{ Querystring: { minutes?: string } }>('/internal/releases', own, (request) => {
    const minutes = within(request.query.minutes, 30, max.minutes);
    return healthSince(db, now() - minutes * 60_000).then((releases) => ({ releases }));
  });
  app.get<{ Querystring: { days?: string } }>('/internal/vitals', own, async ({ query: { days } }) => ({
    vitals: await vitalsByDay(db, now() - (within(days, 7, max.days) - 1) * 86_400_000),
  }));
  app.get<{ Params: { remote: string }; Querystring: { hours?: string } }>(
    '/internal/vitals/:remote',
    own,
    async ({ params: { remote }, query: { hours } }) => ({
      vitals: await vitalsByHour(db, remote, now() - within(hours, 24, max.hours) * 3_600_000),
    }),
  );
  app.get('/internal/state', own, async () => {
    const since = performance.now();
    const replies = await runningReplies(db);
    const databaseMs = Math.round(performance.now() - since);
    const failures = await failuresSince(db, new Date(now() - 30 * 60_000));
    const { open, secure } = embedders;
    const failing = open?.failing() ?? secure?.failing();
    return {
      replies,
      failures,
      ...(failing ? { embeddings: failing } : {}),
      uptimeSeconds: Math.round(process.uptime()),
      databaseMs,
    };
  });
  app.get('/internal/help', own, async () => ({ messages: await newestHelpMessages(db, helpMessages) }));
  app.get('/internal/usage', own, () => operatorUsage(db, catalog, now()));
  app.get('/internal/person', own, async ({ headers: { cookie } }) => {
    const token = readCookie(cookie, sessionCookie);
    const viewer = token === undefined ? undefined : await sessions.viewer(token);
    return viewer ? { person: await groupsOf(db, viewer, now()) } : {};
  });
  app.get('/internal/ready', own, async (_, reply) => {
    try {
      await pingDatabase(db);
      return replies.draining ? reply.code(503).send({ ready: false }) : { ready: true };
    } catch (error) {
      app.log.warn({ err: error }, 'The readiness check of the database timed out.');
      return reply.code(503).send({ ready: false });
    }
  });
};

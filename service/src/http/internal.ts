import type { FastifyInstance } from 'fastify';
import { healthSince } from '../domain/health/release-health.ts';
import { newestHelpMessages } from '../domain/health/help-messages.ts';
import { vitalsSince } from '../domain/health/vitals.ts';
import { askDatabase, failuresSince, runningReplies } from '../domain/health/state.ts';
import type { Services } from '../calls/services.ts';

const longest = 24 * 60;
const mostHours = 30 * 24;
const helpMessages = 50;

/**
 * For the operator's tools, on the service's own address: the edge passes nothing below `/internal` on.
 * `GET /internal/releases?minutes=30`: how versions of remotes fared, `{ releases: VersionHealth[] }`.
 * `GET /internal/vitals?hours=24`: what pages took, `{ vitals: VitalCounts[] }`; with `&remote=mf-chat` of that one only, by hour and group of networks.
 * `GET /internal/state`: replies that run on all instances, why models did not answer in the last half hour, how long this one is up, how long the database takes.
 * `GET /internal/help`: the newest messages of Contact Us, `{ messages: HelpMessage[] }`.
 * `GET /internal/ready`: 200 while the database answers and the service is not about to leave, else 503; for a balancer and a container's health check.
 */
export const addInternalRoutes = (app: FastifyInstance, { database: { db }, replies, now }: Services): void => {
  const own = { exposeHeadRoute: false };
  app.get<{ Querystring: { minutes?: string } }>('/internal/releases', own, (request) => {
    const minutes = Math.min(longest, Math.max(1, Number(request.query.minutes ?? 30) || 30));
    return healthSince(db, now() - minutes * 60_000).then((releases) => ({ releases }));
  });
  app.get<{ Querystring: { hours?: string; remote?: string } }>('/internal/vitals', own, async ({ query }) => {
    const hours = Math.min(mostHours, Math.max(1, Number(query.hours ?? 24) || 24));
    return { vitals: await vitalsSince(db, now() - hours * 3_600_000, query.remote) };
  });
  app.get('/internal/state', own, async () => {
    const since = performance.now();
    const replies = await runningReplies(db);
    const databaseMs = Math.round(performance.now() - since);
    const failures = await failuresSince(db, new Date(now() - 30 * 60_000));
    return { replies, failures, uptimeSeconds: Math.round(process.uptime()), databaseMs };
  });
  app.get('/internal/help', own, async () => ({ messages: await newestHelpMessages(db, helpMessages) }));
  app.get('/internal/ready', own, async (_, reply) => {
    try {
      await askDatabase(db);
      return replies.draining ? reply.code(503).send({ ready: false }) : { ready: true };
    } catch (error) {
      app.log.warn({ err: error }, 'The database did not answer in time to be ready.');
      return reply.code(503).send({ ready: false });
    }
  });
};

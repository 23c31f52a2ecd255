import { request } from 'node:http';
import { vitalMetrics } from '@atrium/shared-kernel/contracts/vitals';
import * as z from 'zod/mini';
import type { Upstream } from './upstream.ts';
import type { VersionHealth } from './budget.ts';
import type { VitalCounts } from './vitals.ts';

const count = () => z.number();
const answer = () =>
  z.object({
    releases: z.array(
      z.object({
        remote: z.string(),
        version: z.string(),
        browsers: count(),
        troubled: count(),
        loaded: count(),
        failed: count(),
        errors: count(),
        loadMs: z.optional(z.number()),
        reason: z.optional(z.string()),
      }),
    ),
  });

const vitals = () =>
  z.object({
    vitals: z.array(
      z.object({
        remote: z.string(),
        version: z.string(),
        metric: z.enum(vitalMetrics),
        hour: z.string(),
        networks: z.number(),
        counts: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
  });

const state = () =>
  z.object({
    replies: count(),
    uptimeSeconds: count(),
    databaseMs: count(),
    /** Replies of the last half hour that failed, by cause; older services do not count them. */
    failures: z.optional(z.record(z.string(), count())),
    /** Present if embeddings fail: since when, in milliseconds since 1970, and why. */
    embeddings: z.optional(z.object({ since: count(), why: z.string() })),
  });

const help = () =>
  z.object({
    messages: z.array(z.object({ id: z.string(), date: z.string(), text: z.string(), email: z.optional(z.string()) })),
  });

const totals = () =>
  z.array(
    z.object({
      name: z.string(),
      uses: count(),
      estimated: count(),
      input: count(),
      cached: count(),
      output: count(),
      cost: count(),
    }),
  );
const usage = () =>
  z.object({
    days: totals(),
    models: totals(),
    purposes: totals(),
    teams: totals(),
    budgets: z.array(z.object({ model: z.string(), limit: count(), spent: count() })),
  });

/** Usage of models in the last 30 days; amounts of money are in micro-dollars. */
export type ServiceUsage = z.infer<ReturnType<typeof usage>>;

/** A message sent by Contact Us. `date` is in ISO 8601; without an `email` it cannot be answered. */
export type HelpMessage = z.infer<ReturnType<typeof help>>['messages'][number];

/** The state of the service: replies that run on all its instances, and how long its database takes to respond. */
export type ServiceState = z.infer<ReturnType<typeof state>>;

const person = () =>
  z.object({
    person: z.optional(z.object({ id: z.string(), teams: z.array(z.string()), plans: z.array(z.string()) })),
  });

/** The signed-in user, as far as it decides which versions and flags they get. */
export type Person = NonNullable<z.infer<ReturnType<typeof person>>['person']>;

/**
 * Calls one of the service's internal paths, which the edge does not expose. Rejects if it does not respond. `ofOlder`
 * is the result for an older service that has no such path.
 */
const call = <T>(
  upstream: Upstream,
  path: string,
  read: (answer: unknown) => T,
  ofOlder?: object,
  more: { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<T> =>
  new Promise((resolve, reject) => {
    const sent = request({ ...upstream, path, timeout: 5000, ...more }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (data: string) => {
        text += data;
      });
      response.on('error', reject);
      response.on('end', () => {
        try {
          if (response.statusCode === 404 && ofOlder) {
            resolve(read(ofOlder));
            return;
          }
          if (response.statusCode !== 200) throw new Error(`the service answered ${response.statusCode}`);
          resolve(read(JSON.parse(text)));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('the service did not answer in time')));
    sent.on('error', reject);
    sent.end();
  });

/** How versions of remotes performed in the last minutes. */
export const serviceHealth = (upstream: Upstream, minutes = 30): Promise<readonly VersionHealth[]> =>
  call(upstream, `/internal/releases?minutes=${minutes}`, (given) => answer().parse(given).releases);

const vitalsAt = (upstream: Upstream, path: string): Promise<readonly VitalCounts[]> =>
  call(upstream, `/internal/vitals${path}`, (given) => vitals().parse(given).vitals, { vitals: [] });

/** Page timings of all releases by day; empty if the service does not count them yet. */
export const serviceVitals = (upstream: Upstream, days = 7): Promise<readonly VitalCounts[]> =>
  vitalsAt(upstream, `?days=${days}`);

/** Page timings of one remote in the last day, by hour and group of networks. */
export const remoteVitals = (upstream: Upstream, remote: string): Promise<readonly VitalCounts[]> =>
  vitalsAt(upstream, `/${encodeURIComponent(remote)}?hours=24`);

export const serviceState = (upstream: Upstream): Promise<ServiceState> =>
  call(upstream, '/internal/state', (given) => state().parse(given));

/** Usage of models; rejects if the service does not count it yet. */
export const serviceUsage = (upstream: Upstream): Promise<ServiceUsage> =>
  call(upstream, '/internal/usage', (given) => usage().parse(given));

/** The newest messages of Contact Us, the newest first; rejects if the service does not list them yet. */
export const serviceHelp = (upstream: Upstream): Promise<readonly HelpMessage[]> =>
  call(upstream, '/internal/help', (given) => help().parse(given).messages);

/**
 * The user of a session; undefined if the session is not valid. Rejects after `timeoutMs` milliseconds, because a page
 * waits for it. An older service does not know groups, so all its users are visitors.
 */
export const personOf = (upstream: Upstream, session: string, timeoutMs = 500): Promise<Person | undefined> =>
  call(
    upstream,
    '/internal/person',
    (given) => person().parse(given).person,
    {},
    { signal: AbortSignal.timeout(timeoutMs), headers: { cookie: `atrium_session=${session}` } },
  );

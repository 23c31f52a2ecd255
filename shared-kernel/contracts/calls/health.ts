import * as z from 'zod/mini';
import { done } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { vitalMetrics } from '../vitals.ts';

const name = () => z.string().check(z.regex(/^[\w.+-]{1,64}$/));

/**
 * How a version of a remote did in one browser: `loaded`, with the milliseconds that it took; `failed`, if it could not
 * be shown; `error`, for an uncaught error.
 */
const report = () =>
  z.strictObject({
    remote: name(),
    version: name(),
    kind: z.enum(['loaded', 'failed', 'error']),
    phase: z.optional(z.enum(['entry', 'expose', 'mount', 'render'])),
    /** `hang`: the page stopped responding while the remote was starting. */
    cause: z.optional(z.enum(['hang'])),
    reason: z.optional(z.string().check(z.maxLength(300))),
    ms: z.optional(z.number().check(z.gte(0), z.lte(600_000))),
  });

/** A measurement of a page, attributed to the release that the user waited for: in milliseconds, for `cls` a score. */
const vital = () =>
  z.strictObject({
    remote: name(),
    version: name(),
    kind: z.literal('vital'),
    metric: z.enum(vitalMetrics),
    value: z.number().check(z.gte(0), z.lte(600_000)),
  });

/** Sent by pages. It contains nothing about the user. */
export const reportReleases = {
  kind: 'call',
  name: 'health.reportReleases',
  version: 1,
  method: 'POST',
  path: '/reportReleases',
  access: 'visitor',
  input: () =>
    z.strictObject({ reports: z.array(z.union([report(), vital()])).check(z.minLength(1), z.maxLength(50)) }),
  output: done,
} as const satisfies CallDef;

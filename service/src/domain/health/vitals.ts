import type { reportReleases } from '@atrium/shared-kernel/contracts/calls/health';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { bucketOf } from '@atrium/shared-kernel/contracts/vitals';
import { and, eq, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '../../db/database.ts';
import { releaseVitals } from '../../db/schema/health.ts';
import type { Job } from '../../ports/jobs.ts';

/** A measurement of one page load of one release. */
export type Vital = Extract<Infer<(typeof reportReleases)['input']>['reports'][number], { kind: 'vital' }>;

/** The number of values of a metric per bucket. */
export interface VitalCounts {
  readonly remote: string;
  readonly version: string;
  readonly metric: string;
  /** The start of the hour or day, ISO 8601. */
  readonly hour: string;
  /** The group of networks; -1 for a whole day, which includes all groups. */
  readonly networks: number;
  /** Pairs of bucket and count, smallest bucket first; empty buckets are left out. */
  readonly counts: readonly (readonly [bucket: number, count: number])[];
}

const hour = 60 * 60_000;
const day = 24 * hour;
const wholeDay = -1;
const startOf = (now: number, span: number) => new Date(Math.floor(now / span) * span);
const nameOf = ({ remote, version, metric }: Vital) => `${remote}@${version} ${metric}`;

interface Reported {
  readonly db: Db;
  readonly now: number;
  /** The network group of the browser. */
  readonly networks: number;
  readonly vitals: readonly Vital[];
  /** Whether the value of `<remote>@<version> <metric>` counts: one browser must not report for many. */
  readonly admits: (name: string) => Promise<boolean>;
}

/** Counts a page's measurements: one value per release and metric. */
export const storeVitals = async ({ db, now, networks, vitals, admits }: Reported): Promise<void> => {
  const first = new Map(vitals.toReversed().map((vital) => [nameOf(vital), vital]));
  const admitted = await Promise.all([...first].map(async ([name, vital]) => ((await admits(name)) ? [vital] : [])));
  const rows = admitted
    .flat()
    // Sorted, so that two simultaneous reports cannot deadlock.
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
    .flatMap(({ remote, version, metric, value }) => {
      const counts = [...Array.from({ length: bucketOf(metric, value) }, () => 0), 1];
      const row = { remote, version, metric, counts };
      return [
        { ...row, hour: startOf(now, hour), networks },
        { ...row, hour: startOf(now, day), networks: wholeDay },
      ];
    });
  if (rows.length === 0) return;
  const { counts } = releaseVitals;
  await db
    .insert(releaseVitals)
    .values(rows)
    .onConflictDoUpdate({
      target: [
        releaseVitals.remote,
        releaseVitals.hour,
        releaseVitals.version,
        releaseVitals.metric,
        releaseVitals.networks,
      ],
      set: {
        counts: sql`(select array_agg(coalesce(a, 0) + coalesce(b, 0) order by at)
          from unnest(${counts}, excluded.counts) with ordinality as both_counts(a, b, at))`,
      },
    });
};

const found = async (db: Db, where: SQL | undefined): Promise<VitalCounts[]> => {
  const rows = await db.select().from(releaseVitals).where(where).orderBy(releaseVitals.hour);
  return rows.map(({ hour: start, counts, ...row }) => ({
    ...row,
    hour: start.toISOString(),
    counts: counts.flatMap((count, bucket): [number, number][] => (count > 0 ? [[bucket, count]] : [])),
  }));
};

/** The measurements per day since an instant, including the day that contains it. */
export const vitalsByDay = (db: Db, since: number): Promise<VitalCounts[]> =>
  found(db, and(gte(releaseVitals.hour, startOf(since, day)), eq(releaseVitals.networks, wholeDay)));

/** The measurements of one remote by hour and network group since an instant, for at most two days. */
export const vitalsByHour = (db: Db, remote: string, since: number): Promise<VitalCounts[]> =>
  found(
    db,
    and(
      eq(releaseVitals.remote, remote),
      gte(releaseVitals.hour, startOf(since, hour)),
      ne(releaseVitals.networks, wholeDay),
    ),
  );

export const vitalJobs = ({ db }: Database, now: () => number = Date.now): readonly Job[] => [
  {
    name: 'remove-release-vitals',
    every: 'day',
    async run() {
      const before = (days: number) => lt(releaseVitals.hour, new Date(now() - days * day));
      await db.delete(releaseVitals).where(or(and(before(2), ne(releaseVitals.networks, wholeDay)), before(30)));
    },
  },
];

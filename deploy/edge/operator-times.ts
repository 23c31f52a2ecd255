import { bucketsOfTenth, type VitalMetric, vitalMetrics } from '@atrium/shared-kernel/contracts/vitals';
import type { SignedSet } from '../release/signed-set.ts';
import { changeText, merged, p75, type VitalCounts, vitalText } from '../release/vitals.ts';

interface Time {
  readonly metric: VitalMetric;
  /** The 75th percentile, formatted for people. */
  readonly text: string;
  readonly visits: number;
  /** Change from the version it is compared with: `+4 %`. */
  readonly change?: string;
  /** Slower by more than 10 %. */
  readonly over?: boolean;
}

/** Page timings of one version. */
export interface ReleaseTimes {
  readonly name: string;
  readonly version: string;
  /** What it is next to the version that most browsers get. */
  readonly as: '' | 'canary' | 'previous';
  /** In the order of the columns; undefined if there are no measurements. */
  readonly metrics: readonly (Time | undefined)[];
}

type Part = { readonly name: string; readonly version: string; readonly previous?: { readonly version: string } };

/** Page timings of each version that is served or was served before, compared with its counterpart. */
export const timesOf = ({ shell, remotes }: SignedSet, vitals: readonly VitalCounts[]): ReleaseTimes[] => {
  const of = (name: string, version: string | undefined, metric: VitalMetric) =>
    p75(merged(vitals.filter((one) => one.remote === name && one.version === version && one.metric === metric)));
  const times = (name: string, version: string, as: ReleaseTimes['as'], against?: string): ReleaseTimes => ({
    name,
    version,
    as,
    metrics: vitalMetrics.map((metric) => {
      const found = of(name, version, metric);
      const before = of(name, against, metric);
      return (
        found && {
          metric,
          text: vitalText(metric, found.bucket),
          visits: found.visits,
          ...(before
            ? { change: changeText(found.bucket, before.bucket), over: found.bucket > before.bucket + bucketsOfTenth }
            : {}),
        }
      );
    }),
  });
  const known: readonly (Part & {
    readonly canary?: { readonly release: { readonly version: string } } | undefined;
  })[] = [
    { name: 'shell', version: shell.version, ...(shell.previous ? { previous: shell.previous } : {}) },
    ...remotes.map(({ name, version, previous, canary }) => ({
      name,
      version,
      ...(previous ? { previous } : {}),
      canary,
    })),
  ];
  return known
    .flatMap(({ name, version, previous, canary }) => [
      times(name, version, '', previous?.version),
      ...(canary ? [times(name, canary.release.version, 'canary', version)] : []),
      ...(previous ? [times(name, previous.version, 'previous')] : []),
    ])
    .filter(({ metrics }) => metrics.some((one) => one !== undefined));
};

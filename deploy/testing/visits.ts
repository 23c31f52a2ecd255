import type { VitalCounts } from '../release/vitals.ts';

/** A hundred visits to mf-a in each of eight groups of networks, all equally long, a quarter of them slower. */
export const visits = (version: string, bucket: number): VitalCounts[] =>
  Array.from({ length: 8 }, (_, networks) => ({
    remote: 'mf-a',
    version,
    metric: 'inp',
    hour: '2026-05-04T10:00:00.000Z',
    networks,
    counts: [
      [bucket - 20, 75],
      [bucket, 25],
    ],
  }));

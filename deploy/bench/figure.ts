/** One measured value with its limit: `at most` unless told. Without a limit it is only reported. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: number;
  readonly ok: boolean;
}

export const figure = (name: string, value: number, unit: string, limit?: number): Figure => ({
  name,
  value: Math.round(value * 100) / 100,
  unit,
  ...(limit === undefined ? {} : { limit }),
  ok: limit === undefined || value <= limit,
});

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** The value below which `part` (0 to 1) of the values lie. */
export const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

export const line = ({ name, value, unit, limit, ok }: Figure): string =>
  `${ok ? 'ok    ' : 'MISSED'} ${name.padEnd(52)} ${String(value).padStart(9)} ${unit}${
    limit === undefined ? '' : `  (at most ${limit} ${unit})`
  }`;

export type Verdict = 'works' | 'waits' | 'fails';

export interface Outcome {
  /** `mf-chat@0.1.0` */
  readonly remote: string;
  /** `shell@0.1.0` */
  readonly shell: string;
  readonly verdict: Verdict;
  /** Why it has to wait, or fails. */
  readonly why?: string;
}

const unique = (names: readonly string[]) => [...new Set(names)];

/**
 * A table for people: a row for each remote, a column for each shell, and a sentence for each pair that does not simply
 * work.
 */
export const matrixLines = (outcomes: readonly Outcome[]): string[] => {
  const rows = unique(outcomes.map(({ remote }) => remote));
  const columns = unique(outcomes.map(({ shell }) => shell));
  const wide = Math.max(0, ...rows.map(({ length }) => length));
  const line = (head: string, values: readonly string[]) =>
    [head.padEnd(wide), ...values.map((value, at) => value.padEnd(columns[at]?.length ?? 0))].join('  ').trimEnd();
  const verdict = (remote: string, shell: string) =>
    outcomes.find((one) => one.remote === remote && one.shell === shell)?.verdict ?? '';
  return [
    line('', columns),
    ...rows.map((remote) =>
      line(
        remote,
        columns.map((shell) => verdict(remote, shell)),
      ),
    ),
    ...outcomes.flatMap(({ remote, shell, verdict: how, why }) =>
      why === undefined ? [] : [`- ${remote} ${how} with ${shell}: ${why}`],
    ),
  ];
};

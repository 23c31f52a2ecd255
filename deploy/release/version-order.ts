const split = (version: string): readonly [string, string | undefined] => {
  const [, core = version, pre] = /^([^-]*)-(.*)$/.exec(version) ?? [];
  return [core, pre];
};
const byNumbers = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** Sorts versions, the oldest first: by their numbers, and a pre-release before its release. */
export const byVersion = (a: string, b: string): number => {
  const [[core, pre], [otherCore, otherPre]] = [split(a), split(b)];
  const first = byNumbers(core, otherCore);
  if (first !== 0 || pre === otherPre) return first;
  if (pre === undefined) return 1;
  return otherPre === undefined ? -1 : byNumbers(pre, otherPre);
};

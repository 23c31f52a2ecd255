export interface Affected {
  /** Remotes whose contract suites should run. */
  readonly remotes: readonly string[];
  /** Files of the journeys that should run. */
  readonly journeys: readonly string[];
}

const remoteOf = (file: string): string | undefined => /^(mf-[^/]+)\//.exec(file)?.[1];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/**
 * What a change can break beyond unit tests. Affected journeys are those that changed themselves, and those that rows
 * of docs/requirements.tsv name for a changed package.
 */
export const affectedBy = (files: readonly string[], tsv: string): Affected => {
  const sources = files.filter((file) => !isTest(file) && !file.startsWith('e2e/'));
  const packages = new Set(sources.map((file) => file.split('/')[0]));
  const named = tsv
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , owners = '']) => owners.split(', ').some((owner) => packages.has(owner)))
    .flatMap(([, , , tests = '']) => tests.match(/e2e\/[\w-]+\.spec\.ts/g) ?? []);
  const changed = files.filter((file) => /^e2e\/[\w-]+\.spec\.ts$/.test(file));
  const remotes = sources.flatMap((file) => remoteOf(file) ?? []);
  return { remotes: [...new Set(remotes)].toSorted(), journeys: [...new Set([...named, ...changed])].toSorted() };
};

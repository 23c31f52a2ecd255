/** Bytes of a release that this page has loaded so far. */
export interface Sizes {
  readonly files: number;
  /** Compressed, as transferred. */
  readonly script: number;
  readonly style: number;
  readonly other: number;
  /** All files, uncompressed. */
  readonly unpacked: number;
}

type Loaded = Pick<PerformanceResourceTiming, 'name' | 'encodedBodySize' | 'decodedBodySize'>;

const loadedFiles = () =>
  performance.getEntriesByType('resource').filter((entry) => entry instanceof PerformanceResourceTiming);

/** Sizes of the files below `base`. A file that was requested twice, as by a preload, counts once. */
export const sizesOf = (base: string, entries: readonly Loaded[] = loadedFiles()): Sizes => {
  const origin = new URL(base, document.baseURI).href;
  const own = new Map(entries.filter(({ name }) => name.startsWith(origin)).map((entry) => [entry.name, entry]));
  const sum = (of: (entry: Loaded) => number, ending = '') =>
    [...own.values()].filter(({ name }) => name.endsWith(ending)).reduce((total, entry) => total + of(entry), 0);
  const encoded = ({ encodedBodySize }: Loaded) => encodedBodySize;
  const [script, style] = [sum(encoded, '.js'), sum(encoded, '.css')];
  return {
    files: own.size,
    script,
    style,
    other: sum(encoded) - script - style,
    unpacked: sum(({ decodedBodySize }) => decodedBodySize),
  };
};

/** Formats bytes, as `12.3 kB`. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

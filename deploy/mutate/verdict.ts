/** A change of the sources, and whether a test failed because of it. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The line in which the change starts. */
  readonly code: string;
  /** The replaced text, and the text that replaces it. */
  readonly original: string;
  readonly replacement: string;
  readonly mutator: string;
  readonly killed: boolean;
}

/** A mutant that no test can kill, and the reason why nobody could notice the change. */
export interface Explained {
  readonly file: string;
  readonly code: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

/** Share of the unexplained mutants that have to be killed. */
export const least = 0.9;

export interface Verdict {
  readonly mutants: number;
  readonly killed: number;
  readonly explained: number;
  readonly survived: readonly Mutant[];
  /** Between 0 and 1, without explained mutants. */
  readonly score: number;
  /** Why the target does not pass, a sentence each. */
  readonly problems: readonly string[];
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
/** A line for a survivor, in the format of the file of explained ones but without a reason. */
export const lineOf = ({ file, code, original, replacement }: Omit<Explained, 'reason'>): string =>
  [file, oneLine(code), oneLine(original), oneLine(replacement)].join('\t');

/**
 * Parses lines of file, line, original, replacement and reason, separated by tabs. The first line names the columns.
 */
export const explainedIn = (tsv: string): Explained[] =>
  tsv
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [file = '', code = '', original = '', replacement = '', reason = ''] = line.split('\t');
      if (reason === '') throw new Error(`A survivor has no reason: ${line}`);
      return { file, code, original, replacement, reason };
    });

/**
 * `explained` are the explained mutants of the mutated files. It is a problem if one of them is killed, or is no longer
 * a mutant.
 */
export const verdictOf = (mutants: readonly Mutant[], explained: readonly Explained[]): Verdict => {
  const files = new Set(mutants.map(({ file }) => file));
  const own = explained.filter(({ file }) => files.has(file));
  const survivors = mutants.filter(({ killed }) => !killed);
  const survived = survivors.filter((mutant) => !own.some((one) => lineOf(one) === lineOf(mutant)));
  const killed = mutants.length - survivors.length;
  const counted = killed + survived.length;
  const score = counted === 0 ? 1 : killed / counted;
  const stale = own.filter((one) => !survivors.some((mutant) => lineOf(mutant) === lineOf(one)));
  const problems = [
    ...(score < least ? [`${(score * 100).toFixed(1)} % are killed: less than ${least * 100} %.`] : []),
    ...stale.map((one) => {
      const state = mutants.some((mutant) => lineOf(mutant) === lineOf(one)) ? 'is killed' : 'is no longer a mutant';
      return `${one.file}: ${one.original} -> ${one.replacement} is listed as a survivor and ${state}.`;
    }),
  ];
  return { mutants: mutants.length, killed, explained: survivors.length - survived.length, survived, score, problems };
};

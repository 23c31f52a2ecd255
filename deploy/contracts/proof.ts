import type { Stage } from '@atrium/shared-kernel/testing/contract-suite';

/** The checks of one cell while they run. */
export interface Proof {
  readonly stage: Stage;
  /** Runs one check. Throws the sentence if the check, or anything else in the page, fails. */
  readonly check: (sentence: string, run: () => Promise<unknown>) => Promise<void>;
}

const colours = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');
/** Lines of an assertion that add nothing to the others. */
const empty = /^(expect\(|call log|- expected|\+ received|- timeout|$)/i;
/** The message of an assertion or a script, in one line. */
const messageOf = (error: unknown): string => {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(colours, '');
  const lines = [...new Set(text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim()))];
  return lines.filter((line) => !empty.test(line)).join(' ') || text.trim();
};
const longest = 500;

interface Proved {
  /** The start of its sentences. */
  readonly title: string;
  readonly stage: Stage;
  /** What happened in the page since the last call. */
  readonly seen: () => string[];
  /** Runs one check as a named step, so that the runner can count it. */
  readonly step: (sentence: string, run: () => Promise<void>) => Promise<void>;
}

export const createProof = ({ title, stage, seen, step }: Proved): Proof => {
  const problemsOf = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      return [messageOf(error), ...seen()];
    }
    return seen();
  };
  return {
    stage,
    check: (sentence, run) =>
      step(sentence, async () => {
        const problems = await problemsOf(run);
        if (problems.length === 0) return;
        const why = problems.map((one) => messageOf(one).slice(0, longest));
        throw new Error(`${title}: ${sentence}: ${why.join(' | ')}`);
      }),
  };
};

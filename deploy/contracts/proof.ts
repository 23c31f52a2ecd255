import type { Stage } from '@atrium/shared-kernel/testing/contract-suite';

/** One cell while it is proved. */
export interface Proof {
  readonly stage: Stage;
  /** Runs one thing that has to work; throws the cell's sentence where it, or anything else in the page, did not. */
  readonly check: (sentence: string, run: () => Promise<unknown>) => Promise<void>;
}

const colours = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');
/** Lines of an assertion that tell nothing beside the others. */
const empty = /^(expect\(|call log|- expected|\+ received|- timeout|$)/i;
/** What an assertion or a script says, in one line. */
const said = (error: unknown): string => {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(colours, '');
  const lines = [...new Set(text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim()))];
  return lines.filter((line) => !empty.test(line)).join(' ') || text.trim();
};
const longest = 500;

interface Proved {
  /** Its sentences begin with it. */
  readonly title: string;
  readonly stage: Stage;
  /** What the page did since it was asked last. */
  readonly seen: () => string[];
  /** Runs one of its steps where somebody counts them. */
  readonly step: (sentence: string, run: () => Promise<void>) => Promise<void>;
}

export const createProof = ({ title, stage, seen, step }: Proved): Proof => {
  const problemsOf = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      return [said(error), ...seen()];
    }
    return seen();
  };
  return {
    stage,
    check: (sentence, run) =>
      step(sentence, async () => {
        const problems = await problemsOf(run);
        if (problems.length === 0) return;
        const why = problems.map((one) => said(one).slice(0, longest));
        throw new Error(`${title}: ${sentence}: ${why.join(' | ')}`);
      }),
  };
};

import { headlessPath } from './browser.ts';
import { type Outcome, runCommand } from './run-command.ts';

interface Options {
  /** Only the cells of these remotes; all if there are none. */
  readonly remotes?: readonly string[];
  /** Prints one JSON text instead of lines for people. */
  readonly json?: boolean;
  /** File for the runner's report. */
  readonly report?: string;
  /** Receives lines that are not part of the result. */
  readonly log: (line: string) => void;
}

/**
 * Runs the contract suites in a browser: each remote, pinned and from the sources, in each shell, pinned and from the
 * sources. Builds what changed and prints the matrix. The exit code is not 0 if a cell fails.
 */
export const runContractSuites = async ({ remotes = [], json = false, report, log }: Options): Promise<Outcome> => {
  const only = remotes.length > 0 ? ['--grep', `(^|\\s)(${remotes.join('|')})@`] : [];
  return runCommand('playwright', ['test', '--config', 'e2e/contracts/playwright.config.ts', ...only], {
    env: {
      ATRIUM_CHROMIUM: await headlessPath(log),
      ...(json ? { ATRIUM_CONTRACTS_JSON: '1' } : {}),
      ...(report === undefined ? {} : { ATRIUM_CONTRACTS_REPORT: report }),
    },
    live: true,
  });
};

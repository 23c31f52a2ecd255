import { headlessPath } from './browser.ts';
import { type Outcome, runCommand } from './run-command.ts';

interface Asked {
  /** Only the cells of these remotes; none: of all. */
  readonly remotes?: readonly string[];
  /** Prints one JSON text instead of lines for people. */
  readonly json?: boolean;
  /** Where a report of the runner goes. */
  readonly report?: string;
  /** Told what is not part of the result. */
  readonly say: (line: string) => void;
}

/**
 * Runs the contract suites in a browser: each remote, as it is pinned and as its sources are, in each shell, pinned and
 * of the sources. Prints the matrix; the code is not 0 where a cell fails. Builds what changed.
 */
export const runContractSuites = async ({ remotes = [], json = false, report, say }: Asked): Promise<Outcome> => {
  const only = remotes.length > 0 ? ['--grep', `(^|\\s)(${remotes.join('|')})@`] : [];
  return runCommand('playwright', ['test', '--config', 'e2e/contracts/playwright.config.ts', ...only], {
    env: {
      ATRIUM_CHROMIUM: await headlessPath(say),
      ...(json ? { ATRIUM_CONTRACTS_JSON: '1' } : {}),
      ...(report === undefined ? {} : { ATRIUM_CONTRACTS_REPORT: report }),
    },
    live: true,
  });
};

import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { askingModules } from './preloads.ts';

/** Below the service base path: nothing else may be asked with a person's session. */
const url = /^\/\w[\w/-]*(\?[\w=&{}%.+-]*)?$/;

/** What the modules of a path ask for first, by their contracts. The calls of visitors are the shell's own. */
export const firstCalls = (set: ReleaseSet, path: string, signedIn: boolean): string[] => [
  ...new Set(
    askingModules(set, path, signedIn)
      .flatMap(({ release, exposes }) =>
        (release.contract.first ?? []).filter(({ expose }) => exposes.includes(expose)),
      )
      .map((first) => first.url)
      .filter((one) => url.test(one)),
  ),
];

const mark = '<!--first-calls-->';

/** Names the first calls in a page whose script asks for them while the code is on its way; a page without takes none. */
export const withFirstCalls = (html: string, calls: readonly string[]): string =>
  html.replace(
    mark,
    () =>
      `<script type="application/json" id="first-calls">${JSON.stringify(calls).replaceAll('<', '\\u003c')}</script>`,
  );

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exposeOf, partFiles, partProblem } from '../build/part-files.ts';
import type { ReleaseRecord } from './record.ts';
import type { Store } from './store.ts';
import { matches } from './verify-release.ts';

export { isPartFile, partFiles } from '../build/part-files.ts';

/** What is shown in place of an exposed component before any script has loaded. */
export interface StaticPart {
  readonly html: string;
  readonly css: string;
}

/**
 * The static parts of a release by the exposed component, such as `./chat-screen`, from unchanged files only. A part
 * that was changed, or that is more than markup, is left out and reported, and the shell's skeleton is shown instead.
 */
export const readStaticParts = (
  store: Store,
  { name, version, files }: ReleaseRecord,
  report: (problem: string) => void,
): ReadonlyMap<string, StaticPart> => {
  const read = (file: string): string => {
    const data = readFileSync(join(store.files(name, version), file));
    const integrity = files.find((one) => one.file === file)?.integrity;
    if (!integrity || !matches(data, integrity)) throw new Error(`${file} was changed after it was published`);
    return data.toString('utf8');
  };
  const parts = new Map<string, StaticPart>();
  for (const { file } of files) {
    const expose = exposeOf(file);
    if (expose === undefined) continue;
    try {
      const { html, css } = partFiles(expose);
      const part = { html: read(html), css: read(css) };
      const problem = name === 'shell' ? undefined : partProblem(part);
      if (problem) throw new Error(problem);
      parts.set(expose, part);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      report(`${name}@${version}: the static part ${expose} is not shown: ${why}.`);
    }
  }
  return parts;
};

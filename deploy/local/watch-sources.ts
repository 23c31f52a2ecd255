import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../release/data-folder.ts';
import type { Reloads } from '../edge/reload.ts';
import { packageFolders } from '../build/packages.ts';
import { sourceErrorOf } from './problem.ts';

export interface WatchOptions {
  /** Builds what changed. Gives the names of packages with a new version. */
  readonly build: () => Promise<string[]>;
  readonly log: (line: string) => void;
  readonly pages: Pick<Reloads, 'announce' | 'fail' | 'mend'>;
  readonly restartService: () => void;
}

const settle = 120;
const uninteresting = /(^|\/)(node_modules|dist|testing)(\/|$)|\.test\.tsx?$|\.md$|~$/;

/**
 * Watches the sources: builds what changed, makes pages reload, and restarts the service when its own sources change.
 */
export const watchSources = ({ build, log, pages, restartService }: WatchOptions): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  let serviceChanged = false;

  const rebuild = async () => {
    try {
      if (serviceChanged) restartService();
      serviceChanged = false;
      const names = (await build()).filter((name) => name !== 'service');
      if (names.length > 0) {
        log(`New: ${names.join(', ')}.`);
        pages.announce();
      } else pages.mend();
    } catch (error) {
      const text = sourceErrorOf(error);
      log(text);
      pages.fail(text);
    }
  };
  const watchers: FSWatcher[] = packageFolders()
    .filter((name) => name !== 'e2e' && name !== 'deploy')
    .map((name) =>
      watch(join(workspace, name), { recursive: true }, (_, file) => {
        if (!file || uninteresting.test(file)) return;
        if (name === 'service' || (name === 'shared-kernel' && file.startsWith('contracts'))) serviceChanged = true;
        clearTimeout(timer);
        timer = setTimeout(() => {
          building = building.then(rebuild);
        }, settle);
      }),
    );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};

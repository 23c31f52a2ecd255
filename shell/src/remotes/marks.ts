import type { Release } from '@atrium/shared-kernel/contracts/release-set';

/** Removes the mark of a module: immediately if it failed, a moment later if it `ran`. */
export type Leave = (ran?: boolean) => void;

/** Marks the modules that are being started, so that the next load of this tab can tell which one hung the page. */
export interface Entering {
  /** Called before a module of a release runs. Rejects for a release that hung the page. */
  enter(release: Release, expose: string): Leave | Promise<Leave>;
  /** Somebody pressed Retry for a release that hung the page. */
  forgive?(release: Release): void;
}

/**
 * Keys of the session storage: `mark` names the modules that are entering, `record` those that hung the page before.
 */
export const hangKeys = { mark: 'entering', record: 'hung' } as const;

export const titleOf = ({ name, version }: Pick<Release, 'name' | 'version'>): string => `${name}@${version}`;

/**
 * The mark of one module, as `mf-chat@1.0.0/screen`. Modules of a release are marked apart: that one of them runs at
 * each load says nothing about another that hangs the page once it is opened.
 */
export const partOf = (release: Release, expose: string): string => titleOf(release) + expose.replace(/^\.\/?/, '/');

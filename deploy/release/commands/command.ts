import type { VersionHealth } from '../budget.ts';
import type { VitalCounts } from '../vitals.ts';
import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import { readFileSync, existsSync } from 'node:fs';
import { type Documents, folderDocuments } from '../documents.ts';
import { floorIn, folderFloor } from '../floors.ts';
import { trustedKeys } from '../keys.ts';
import { setFile } from '../signed-set.ts';
import type { VendorResult } from '../vendored-releases.ts';
import type { PublishOptions } from '../publish.ts';
import type { ReleaseRecord } from '../record.ts';
import type { Registry } from '../registry.ts';
import type { WorkspaceVersions } from '../release-set.ts';
import type { Counting } from '../serve-set.ts';
import type { Store } from '../store.ts';

/** What a command works on; tests provide their own. */
export interface ReleaseContext {
  readonly store: Store;
  readonly registry: Registry;
  /** Data folder, which contains what the edge serves. */
  readonly data: string;
  /** Versions that `workspace` pins refer to. */
  readonly built: (environment: string) => WorkspaceVersions;
  /** Throws a sentence if a changed environment could not be signed. */
  readonly checkSigning?: (environment: string) => Promise<void>;
  /** Signs and serves a changed environment. */
  readonly pinned?: (environment: Environment, counting?: Counting) => unknown;
  /** Signs the served set again when it is due, unless it is older than `least`. Gives its number. */
  readonly renew?: (environment: string, least: number) => Promise<number | undefined>;
  /** The highest number that was signed. Default: as stored in the data folder. */
  readonly floor?: (environment: string) => Promise<number>;
  /** Adds releases to the store that others have published in the meantime. Default: they are there at once. */
  readonly refresh?: () => Promise<void>;
  /** Builds and publishes a package. Default: to the store. */
  readonly publish?: (name: string, options: PublishOptions) => Promise<ReleaseRecord>;
  /** Folders of packages outside the workspace, by package name. */
  readonly roots?: Readonly<Record<string, string>> | undefined;
  /** The signed release set that edges serve for an environment, as text. Default: the one in `data`. */
  readonly served?: (environment: string) => Promise<string | undefined>;
  /** Operators' requests, the policy that says who they are, and the audit trail. Default: in the data folder. */
  readonly operator?: Documents;
  /** The same context for changes by somebody else, with the current data. Default: the context itself. */
  readonly as?: (by: string) => ReleaseContext | Promise<ReleaseContext>;
  /** Publishes a release of another store. Default: to the store. */
  readonly importFrom?: (from: Store, record: ReleaseRecord) => void | Promise<void>;
  /**
   * For the `watch` command: health of versions, page timings of a remote, who is notified, how often it checks, and
   * when it ends.
   */
  readonly watching?: {
    readonly health: (minutes?: number) => Promise<readonly VersionHealth[]>;
    readonly vitals: (remote: string) => Promise<readonly VitalCounts[]>;
    readonly log: (line: string) => void;
    readonly everyMs: number;
    readonly ended: Promise<void>;
  };
  /** The releases stored next to the pins. Their versions are never published with other content. */
  readonly vendored?: Store;
  /** Stores the pinned releases next to the pins, if the pins are files. */
  readonly vendor?: () => Promise<VendorResult>;
  /** Asks the operator whether to continue. Without it, changes that need confirmation are refused. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** What is wrong with a release, byte by byte. Default: in the store. */
  readonly prove?: (release: Named) => Promise<readonly string[]>;
}

/**
 * Changes an environment as `Registry.change` does, and serves the result. Nothing is changed if it could not be signed:
 * a rollback starts from the pins, so one that was repeated would go back twice.
 */
export const changeServed = async (
  { registry, checkSigning, pinned }: ReleaseContext,
  ...given: Parameters<Registry['change']>
): Promise<Environment> => {
  const [name] = given;
  await checkSigning?.(name);
  const after = await registry.change(...given);
  try {
    await pinned?.(after);
  } catch (error) {
    throw new Error(
      `The pins of ${name} are stored, but not served. Run \`pnpm release sign ${name}\` next: the same command would start from the stored pins. The cause: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  return after;
};

/** An option: continues where a command would ask. */
export const yes = '--yes';
/** An option: leaves versions that are already published as they are, even if their content differs. */
export const skipExisting = '--skip-existing';

/** Exit codes that a pipeline can distinguish. */
export const codes = { done: 0, refused: 1, usage: 2 } as const;

export interface Result {
  readonly code: (typeof codes)[keyof typeof codes];
  /** For people. */
  readonly lines: readonly string[];
  /** For programs: what `--json` prints. */
  readonly data: object;
}

export interface Command {
  /** Arguments as shown in the usage text. */
  readonly args: string;
  readonly does: string;
  readonly run: (context: ReleaseContext, args: readonly string[]) => Promise<Result>;
}

/** The command was used incorrectly; the message says how to use it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const done = (lines: readonly string[], data: object = {}): Result => ({ code: codes.done, lines, data });
export const refused = (lines: readonly string[], data: object = {}): Result => ({ code: codes.refused, lines, data });

/** The highest number that was signed for an environment; 0 before the first. */
export const floorOf = async ({ data, floor }: ReleaseContext, environment: string): Promise<number> =>
  floor
    ? floor(environment)
    : floorIn(folderFloor(join(data, 'environments'), environment), environment, trustedKeys(data));

/** The signed release set that edges serve for an environment, as text; undefined if there is none. */
export const servedText = async (
  { served, data }: ReleaseContext,
  environment: string,
): Promise<string | undefined> => {
  if (served) return served(environment);
  const file = setFile(data, environment);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

export const operatorDocuments = ({ operator, data }: ReleaseContext): Documents =>
  operator ?? folderDocuments(join(data, 'operator'));

export interface Named {
  readonly name: string;
  readonly version: string;
}

/** `<remote>@<version>`. */
export const parseNamed = (text: string): Named => {
  const [, name, version] = /^([\w-]+)@([\w.+-]+)$/.exec(text) ?? [];
  if (!name || !version) throw new UsageError(`${text} is not of the form <remote>@<version>.`);
  return { name, version };
};

export const required = (value: string | undefined, what: string): string => {
  if (!value) throw new UsageError(`${what} is missing.`);
  return value;
};

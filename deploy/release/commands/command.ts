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

/** What a command works on; tests give their own. */
export interface ReleaseContext {
  readonly store: Store;
  readonly registry: Registry;
  /** Data folder: what the edge serves is below it. */
  readonly data: string;
  /** Versions that stand for `workspace` pins. */
  readonly built: (environment: string) => WorkspaceVersions;
  /** Signs and serves a changed environment. */
  readonly pinned?: (environment: Environment, counting?: Counting) => unknown;
  /** Signs the set that is served once more when it is time, where it is not older than `least`; answers its number. */
  readonly renew?: (environment: string, least: number) => Promise<number | undefined>;
  /** The highest number that was signed. Default: as the data folder has it. */
  readonly floor?: (environment: string) => Promise<number>;
  /** Builds and publishes a package. Default: to the store. */
  readonly publish?: (name: string, options: PublishOptions) => Promise<ReleaseRecord>;
  /** Folders of packages that are not in the workspace, by their names. */
  readonly roots?: Readonly<Record<string, string>> | undefined;
  /** The signed set that edges serve of an environment, as it is signed. Default: the one below `data`. */
  readonly served?: (environment: string) => Promise<string | undefined>;
  /** What operators request, who they are, and the audit trail. Default: below the data folder. */
  readonly operator?: Documents;
  /** The same at this moment, for changes of somebody else. Default: it is as it is. */
  readonly as?: (by: string) => ReleaseContext | Promise<ReleaseContext>;
  /** Publishes a release of another store. Default: to the store. */
  readonly importFrom?: (from: Store, record: ReleaseRecord) => void | Promise<void>;
  /** For the command that watches: how versions fare, what pages take of a remote, whom it tells, how often it looks, and when it ends. */
  readonly watching?: {
    readonly health: (minutes?: number) => Promise<readonly VersionHealth[]>;
    readonly vitals: (remote: string) => Promise<readonly VitalCounts[]>;
    readonly say: (line: string) => void;
    readonly everyMs: number;
    readonly ended: Promise<void>;
  };
  /** The releases that are kept beside the pins: no other content is published under one of their versions. */
  readonly vendored?: Store;
  /** Keeps the releases of what is pinned beside the pins, where these are files. */
  readonly vendor?: () => Promise<VendorResult>;
  /** Asks the operator whether to go on. Without it nobody can be asked: what would have to be is refused. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** What is wrong with a release, byte by byte. Default: in the store. */
  readonly prove?: (release: Named) => Promise<readonly string[]>;
}

/** An option: goes on where a command would ask. */
export const yes = '--yes';
/** An option: what is published already stays as it is, also where it has other content. */
export const skipExisting = '--skip-existing';

/** Exit codes that a pipeline can tell apart. */
export const codes = { done: 0, refused: 1, usage: 2 } as const;

export interface Result {
  readonly code: (typeof codes)[keyof typeof codes];
  /** For people. */
  readonly lines: readonly string[];
  /** For machines: what `--json` prints. */
  readonly data: object;
}

export interface Command {
  /** Arguments as the usage shows them. */
  readonly args: string;
  readonly does: string;
  readonly run: (context: ReleaseContext, args: readonly string[]) => Promise<Result>;
}

/** The command was given wrongly: its message is the sentence that says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const done = (lines: readonly string[], data: object = {}): Result => ({ code: codes.done, lines, data });
export const refused = (lines: readonly string[], data: object = {}): Result => ({ code: codes.refused, lines, data });

/** The highest number that was signed of an environment; 0 before the first. */
export const floorOf = async ({ data, floor }: ReleaseContext, environment: string): Promise<number> =>
  floor
    ? floor(environment)
    : floorIn(folderFloor(join(data, 'environments'), environment), environment, trustedKeys(data));

/** The signed set that edges serve of an environment, as it is signed; undefined where there is none. */
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

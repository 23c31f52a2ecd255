import * as z from 'zod/mini';
import type { Infer } from './define.ts';

/** A file below a release's `base` with its subresource integrity, as `sha256-…` or `sha384-…`. A missing hash is a failure. */
const integrity = /^sha(256-[A-Za-z0-9+/]{43}=|384-[A-Za-z0-9+/]{64})$/;
const asset = () => z.object({ file: z.string(), integrity: z.string().check(z.regex(integrity)) });

/** What a release offers to the shell, taken from its contract file when it was published. */
const surface = () =>
  z.object({
    /** sha256 (hex, 16 characters) of the recorded contract. */
    version: z.string(),
    routes: z.array(z.object({ path: z.string(), title: z.string(), expose: z.string() })),
    /** `details`: see `fillerDetails`; what draws fillers reads them. */
    fills: z.array(z.object({ slot: z.string(), expose: z.string(), details: z.optional(z.unknown()) })),
    dialogs: z.array(
      z.object({
        dialog: z.string(),
        title: z.string(),
        size: z.string(),
        expose: z.string(),
        shortcut: z.optional(z.string()),
      }),
    ),
    /**
     * What a module asks for first, below the service base path: `/chat?chatId={chat}`, where `{chat}` is an id from the
     * page's address. Releases before 0.2 have none.
     */
    first: z.optional(z.array(z.object({ expose: z.string(), url: z.string() }))),
    /** Sentences that stand in its places while the remote is disabled, by claim: `route /join`, `dialog chat.share`. */
    whenDisabled: z.optional(z.record(z.string(), z.string())),
  });

const pinned = {
  name: z.string(),
  version: z.string(),
  /** Path or URL that the release's files are below, with a slash at its end. */
  base: z.string(),
  entry: asset(),
  kernel: z.string(),
  contract: surface(),
  /** Files that an exposed module needs beside the entry, by its public name: what to preload. */
  modules: z.record(z.string(), z.object({ js: z.array(asset()), css: z.array(asset()) })),
  /** What the environment sets of it, as the release's own schema allows; absent where that is nothing. */
  configuration: z.optional(z.record(z.string(), z.unknown())),
};

/** What the files of all versions of a package are below, each at an address that holds its hash. */
export const contentBase = (name: string): string => `/assets/${name}/content/`;

export const release = () => z.object(pinned);
/** One line of a release set: a release with the previous good one to fall back to. */
export const pinnedRelease = () => z.object({ ...pinned, previous: z.optional(z.object(pinned)) });

/** An environment's resolved pins: what the edge inlines into the shell's page (`#release-set`). */
export const releaseSet = () =>
  z.object({
    environment: z.string(),
    /** Hash of all that is pinned: changes with every pin. */
    id: z.string(),
    /**
     * Whose each dialog, route and slot is that a remote of the set claims: `dialog auth.terms`, `route /auth/login`.
     * Sets of earlier edges have none.
     */
    owners: z.optional(z.record(z.string(), z.array(z.string()))),
    /** What stands in the places of remotes that are disabled, by claim; an empty sentence is the shell's own. */
    disabled: z.optional(z.record(z.string(), z.string())),
    /** What the page is told of flags, as `mf-chat.polls`: those that are on, and those that would be on without it. */
    flags: z.optional(z.record(z.string(), z.boolean())),
    shell: z.object({ name: z.literal('shell'), version: z.string(), base: z.string(), kernel: z.string() }),
    remotes: z.array(pinnedRelease()),
  });

export type Asset = Infer<typeof asset>;
export type Release = Infer<typeof release>;
export type PinnedRelease = Infer<typeof pinnedRelease>;
export type Owners = NonNullable<ReleaseSet['owners']>;
export type ReleaseSet = Infer<typeof releaseSet>;

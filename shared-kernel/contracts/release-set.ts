import * as z from 'zod/mini';
import type { Infer } from './define.ts';

/**
 * A file below a release's `base` with its subresource integrity: `sha256-…` or `sha384-…`. A missing hash is a
 * failure.
 */
const integrity = /^sha(256-[A-Za-z0-9+/]{43}=|384-[A-Za-z0-9+/]{64})$/;
const asset = () => z.object({ file: z.string(), integrity: z.string().check(z.regex(integrity)) });

/** What a release offers to the shell, recorded from its contract file when it was published. */
const surface = () =>
  z.object({
    /** sha256 (hex, 16 characters) of the recorded contract. */
    version: z.string(),
    routes: z.array(z.object({ path: z.string(), title: z.string(), expose: z.string() })),
    /** `details`: see `fillerDetails`. The code that mounts fillers reads them. */
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
     * The first requests of a module, below the service base path: `/chat?chatId={chat}`, where `{chat}` is an id from
     * the page's address. Releases before 0.2 have none.
     */
    first: z.optional(z.array(z.object({ expose: z.string(), url: z.string() }))),
    /** Sentences that are shown while the remote is disabled, by claim: `route /join`, `dialog chat.share`. */
    whenDisabled: z.optional(z.record(z.string(), z.string())),
  });

const pinned = {
  name: z.string(),
  version: z.string(),
  /** The path or URL of the folder of the release's files, with a slash at its end. */
  base: z.string(),
  entry: asset(),
  kernel: z.string(),
  contract: surface(),
  /** The files that an exposed module needs besides the entry, by its public name, for preloading. */
  modules: z.record(z.string(), z.object({ js: z.array(asset()), css: z.array(asset()) })),
  /** What the environment configures for it, as the release's own schema allows. Absent if that is nothing. */
  configuration: z.optional(z.record(z.string(), z.unknown())),
};

/** The folder of the files of all versions of a package, each with its hash in its name. */
export const contentBase = (name: string): string => `/assets/${name}/content/`;

export const release = () => z.object(pinned);
/** One line of a release set: a release with the previous good one to fall back to. */
export const pinnedRelease = () => z.object({ ...pinned, previous: z.optional(z.object(pinned)) });

/** An environment's resolved pins: what the edge inlines into the shell's page (`#release-set`). */
export const releaseSet = () =>
  z.object({
    environment: z.string(),
    /** A hash of everything that is pinned. It changes with every pin. */
    id: z.string(),
    /**
     * The owners of each dialog, route and slot that a remote of the set claims: `dialog auth.terms`, `route
     * /auth/login`. Sets of earlier edges have none.
     */
    owners: z.optional(z.record(z.string(), z.array(z.string()))),
    /** What is shown for remotes that are disabled, by claim. An empty sentence means the shell's own. */
    disabled: z.optional(z.record(z.string(), z.string())),
    /**
     * Flags of the page, such as `mf-chat.polls`: those that are on, and those that are off although they would be on
     * by default.
     */
    flags: z.optional(z.record(z.string(), z.boolean())),
    shell: z.object({ name: z.literal('shell'), version: z.string(), base: z.string(), kernel: z.string() }),
    remotes: z.array(pinnedRelease()),
  });

export type Asset = Infer<typeof asset>;
export type Release = Infer<typeof release>;
export type PinnedRelease = Infer<typeof pinnedRelease>;
export type Owners = NonNullable<ReleaseSet['owners']>;
export type ReleaseSet = Infer<typeof releaseSet>;

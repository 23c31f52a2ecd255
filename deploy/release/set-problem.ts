/** What an operator does about each reason why a set is not served, or not fully. */
const remedies = {
  unsigned: (of) => `\`pnpm release sign ${of}\` signs it. Nothing else may write there: find out who did.`,
  untrusted: () =>
    'Sign it with a trusted key, or add the signer’s public key to ATRIUM_RELEASE_TRUST and restart the edges. If you don’t know the signer, change who may write to the store.',
  forged: (of) => `Somebody changed it: change who may write to the store, then \`pnpm release sign ${of}\`.`,
  unreadable: (of) =>
    `Check that the disk is there and the edge may read it, then \`pnpm release sign ${of}\` writes the set again.`,
  unnumbered: (of) => `\`pnpm release sign ${of}\` signs it again.`,
  'other-environment': (of) => `Check ATRIUM_ENVIRONMENT (${of}) and the store of this edge.`,
  stale: (of) =>
    `After a restore run \`pnpm release resume ${of}\`. Otherwise somebody put an old set back: \`pnpm release sign ${of}\`, and change who may write to the store.`,
  expired: (of, now) =>
    `Check \`pnpm release watch\` and, for a withdrawn version, \`pnpm release doctor ${of}\`. The clock of this edge says ${new Date(now).toISOString()}.`,
  expiring: (of) =>
    `Start \`pnpm release watch\`. If it runs, \`pnpm release doctor ${of}\` says what it waits for, as a withdrawn version.`,
  changed: (of) =>
    `\`pnpm release doctor ${of}\` lists everything that was changed. If it finds nothing, restart the edge, which replaces its own damaged copies from the bucket. Otherwise pin or roll back to another version, and change who may write to the store.`,
  missing: (of) =>
    `\`pnpm release doctor ${of}\` lists everything that is missing. Restore the store, or pin another version.`,
  unreachable: () => 'Check ATRIUM_STORE, its credentials and the network. The edge tries again by itself.',
} satisfies Record<string, (environment: string, now: number) => string>;

export type SetProblemCode = keyof typeof remedies;

/** Thrown if a set must not be served. */
export class SetRefusal extends Error {
  override readonly name: string = 'SetRefusal';
  readonly code: SetProblemCode;

  constructor(code: SetProblemCode, why: string) {
    super(why);
    this.code = code;
  }
}

/** Why a set, or a part of it, is not served, and what to do about it, a line each. */
export interface SetProblem {
  readonly code: SetProblemCode;
  /** What it means for what is served. */
  readonly headline: string;
  readonly why: string;
  readonly todo: string;
}

const headlines = {
  refused: 'The newest is not served.',
  partly: 'It is only partly served.',
  expiring: 'It must be renewed.',
} as const;

interface Circumstances {
  readonly environment: string;
  readonly now: number;
  /** The code for errors that have none. */
  readonly other: SetProblemCode;
  readonly state?: keyof typeof headlines;
}

export const problemOf = (
  error: unknown,
  { environment, now, other, state = 'refused' }: Circumstances,
): SetProblem => {
  const code = error instanceof SetRefusal ? error.code : other;
  const why = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
  return { code, headline: headlines[state], why, todo: remedies[code](environment, now) };
};

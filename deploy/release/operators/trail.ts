import type { Documents } from '../documents.ts';
import type { SigningKey, TrustedKey } from '../keys.ts';
import { type AuditEntry, type AuditHead, type AuditLine, appendToTrail, headOf, noHead, readTrail } from './audit.ts';

export type StartedEntry = Extract<AuditEntry, { kind: 'begun' }>;

/** Requests that have ended, and the one that was started and has not. */
export const endedIn = (trail: readonly AuditLine[]) => {
  const ended = new Map<number, AuditLine>();
  const started = new Map<number, StartedEntry>();
  for (const line of trail) {
    const { entry } = line;
    if (entry.kind === 'begun') started.set(entry.request, entry);
    if (entry.kind === 'done' || entry.kind === 'refused') {
      ended.set(entry.request, line);
      started.delete(entry.request);
    }
  }
  return { ended, started };
};

/** What is served, according to the last line that says it. */
export const lastServed = (trail: readonly AuditLine[]) =>
  trail.flatMap(({ entry }) => (entry.kind === 'done' || entry.kind === 'elsewhere' ? [entry] : [])).at(-1);

interface Options {
  readonly documents: Documents;
  readonly environment: string;
  readonly key: SigningKey;
  readonly trusted: readonly TrustedKey[];
  /** The end of the trail as this signer remembers it, and where to store it. */
  readonly head?: { read(): AuditHead; write(head: AuditHead): void } | undefined;
}

/** The audit trail of an environment, for writing. */
export const openTrail = ({ documents, environment, key, trusted, head }: Options) => {
  let lines: readonly AuditLine[] = [];
  const read = async () => {
    lines = await readTrail(documents, environment, trusted, { known: lines, head: head?.read() ?? noHead });
    return lines;
  };
  /** Appends what `make` gives for the trail at that moment. */
  const append = async (make: (all: readonly AuditLine[]) => AuditEntry | undefined) => {
    lines = await appendToTrail(documents, environment, key, read, make);
    head?.write(headOf(lines));
  };
  return {
    /** As it was when it was last read or written. */
    lines: () => lines,
    read,
    append,
    /** Records that a request has ended, unless somebody else did so in the meantime. */
    end: (request: number, made: AuditEntry) => append((all) => (endedIn(all).ended.has(request) ? undefined : made)),
  };
};
export type Trail = ReturnType<typeof openTrail>;

import type { Documents } from '../documents.ts';
import type { SigningKey, TrustedKey } from '../keys.ts';
import { type AuditEntry, type AuditHead, type AuditLine, appendToTrail, headOf, noHead, readTrail } from './audit.ts';

export type Begun = Extract<AuditEntry, { kind: 'begun' }>;

/** Requests that have come to their end, and the one that was begun and has not. */
export const endedIn = (trail: readonly AuditLine[]) => {
  const ended = new Map<number, AuditLine>();
  const begun = new Map<number, Begun>();
  for (const line of trail) {
    const { entry } = line;
    if (entry.kind === 'begun') begun.set(entry.request, entry);
    if (entry.kind === 'done' || entry.kind === 'refused') {
      ended.set(entry.request, line);
      begun.delete(entry.request);
    }
  }
  return { ended, begun };
};

/** What is served, by the last line that says it. */
export const lastServed = (trail: readonly AuditLine[]) =>
  trail.flatMap(({ entry }) => (entry.kind === 'done' || entry.kind === 'elsewhere' ? [entry] : [])).at(-1);

interface Kept {
  readonly documents: Documents;
  readonly environment: string;
  readonly key: SigningKey;
  readonly trusted: readonly TrustedKey[];
  /** How far the trail went, as this signer knows it, and where it is to be remembered. */
  readonly head?: { read(): AuditHead; write(head: AuditHead): void } | undefined;
}

/** The audit trail of an environment, for who writes it. */
export const openTrail = ({ documents, environment, key, trusted, head }: Kept) => {
  let lines: readonly AuditLine[] = [];
  const read = async () => {
    lines = await readTrail(documents, environment, trusted, { known: lines, head: head?.read() ?? noHead });
    return lines;
  };
  /** Adds what `make` answers of the trail as it is in that moment. */
  const append = async (make: (all: readonly AuditLine[]) => AuditEntry | undefined) => {
    lines = await appendToTrail(documents, environment, key, read, make);
    head?.write(headOf(lines));
  };
  return {
    /** As it was when it was last read or written. */
    lines: () => lines,
    read,
    append,
    /** Ends a request, if nobody else did meanwhile. */
    end: (request: number, made: AuditEntry) => append((all) => (endedIn(all).ended.has(request) ? undefined : made)),
  };
};
export type Trail = ReturnType<typeof openTrail>;

import type { SchemaOf } from '@atrium/shared-kernel/contracts/define';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { useRef, useState } from 'react';
import { useHost } from './remote.ts';

interface Revised {
  /** Undefined for an item that does not exist yet. */
  readonly revision?: string | undefined;
}

/** What is typed, and what it replaces. Stored as JSON. */
interface Draft<T> extends Revised {
  /** The texts of the item when they were typed over, as JSON. */
  readonly begun: string;
  readonly typed: T;
}

const parse = (json: unknown): unknown => {
  try {
    return JSON.parse(String(json));
  } catch {
    return undefined;
  }
};

/** A draft in which nothing is typed yet. */
const draftOf = <T extends object>(fields: SchemaOf<T>, item: T & Revised): Draft<T> => {
  const typed = schemaFor(fields).parse(item);
  return { begun: JSON.stringify(typed), typed, revision: item.revision };
};

/** Tells texts apart in a key, which would be long with the texts themselves. */
const digestOf = (text: string): number => {
  let digest = 0;
  for (let at = 0; at < text.length; at += 1) digest = Math.imul(digest, 31) + text.charCodeAt(at);
  return digest;
};

/** Forms of something new that start with texts store what is typed apart from each other, and from the empty one. */
const startOf = <T extends object>(fields: SchemaOf<T>, item: T & Revised): string => {
  const { begun, typed } = draftOf(fields, item);
  const isEmpty = Object.values(typed).every((text) => text === '');
  return item.revision !== undefined || isEmpty ? '' : `.${digestOf(begun)}`;
};

/**
 * The draft with which a form of `item` starts. A stored one of an item that was changed in the meantime is restored with
 * `outdated`, which is what it replaces. Of something new it is `unrelated` if the form now starts with other texts.
 */
const restore = <T extends object>(stored: string | undefined, fields: SchemaOf<T>, item: T & Revised) => {
  const { begun, typed, revision }: Readonly<Record<string, unknown>> = Object(parse(stored));
  const textsIn = (value: unknown) => schemaFor(fields).safeParse(value).data;
  const fresh = draftOf(fields, item);
  const [now, before] = [textsIn(typed), textsIn(parse(begun))];
  if (!now || !before || JSON.stringify(now) === fresh.begun) return { draft: fresh };
  if (JSON.stringify(before) === fresh.begun) return { draft: { ...fresh, typed: now } };
  if (item.revision === undefined) return { draft: fresh, unrelated: true };
  const outdated = { ...before, revision: String(revision) };
  return { draft: { ...draftOf(fields, outdated), typed: now }, outdated };
};

/**
 * What is typed in the form of `item`: its `fields`. It is stored for the user, in case the form closes before it is
 * saved, and restored when the form of the item `id` opens again.
 */
export const useSavedDraft = <T extends object>(
  kind: string,
  id: string,
  { fields, item }: { readonly fields: SchemaOf<T>; readonly item: NoInfer<T> & Revised },
) => {
  const { storage, session } = useHost();
  const [key] = useState(() => `${kind}.${session.user$.value?._id ?? ''}.${id}${startOf(fields, item)}`);
  const [restored] = useState(() => {
    const stored = storage.session.get(key);
    return { stored, ...restore(stored, fields, item) };
  });
  const [draft, setDraft] = useState<Draft<T>>(restored.draft);
  /** Known to calls that began before the last change, such as the end of a save. */
  const latest = useRef(draft);
  /** What this form has stored, or found. Another one may store its own while a save of this one runs. */
  const own = useRef(restored.unrelated ? undefined : restored.stored);
  /** Ends what watches over a running save. */
  const saving = useRef<AbortController>(undefined);
  const forget = () => {
    saving.current?.abort();
    if (storage.session.get(key) === own.current) storage.session.remove(key);
    own.current = undefined;
  };
  const put = (next: Draft<T>) => {
    latest.current = next;
    setDraft(next);
    if (JSON.stringify(next.typed) === next.begun) forget();
    else {
      own.current = JSON.stringify(next);
      storage.session.set(key, own.current);
    }
  };
  return {
    typed: draft.typed,
    /** What is typed now, even for a caller that was created earlier. */
    typedNow: () => latest.current.typed,
    /**
     * The texts and the revision that a restored draft replaces, if the item has been changed since. Pass them to
     * `useConflict` as those with which the form was opened.
     */
    outdated: restored.outdated,
    change: (part: Partial<T>) => put({ ...latest.current, typed: { ...latest.current.typed, ...part } }),
    /** Call when what is typed replaces the current state of the item, about which the user knows. */
    rebase: (now: T & Revised) => put({ ...draftOf(fields, now), typed: latest.current.typed }),
    /** Replaces what is typed with the current state of the item. */
    reset: (now: T & Revised) => put(draftOf(fields, now)),
    /**
     * Call before something new is saved: a form that opens meanwhile starts without it, or it could be saved twice. If
     * the page ends first, nobody knows whether it was saved, and it is stored again. Returns a function to call if it was
     * not saved.
     */
    submit: () => {
      forget();
      const { signal } = (saving.current = new AbortController());
      const putBack = () => {
        saving.current?.abort();
        if (storage.session.get(key) === undefined) put(latest.current);
      };
      globalThis.addEventListener('pagehide', putBack, { signal });
      return putBack;
    },
    /** Call when the form was saved or canceled: removes what it has stored. */
    forget,
  };
};

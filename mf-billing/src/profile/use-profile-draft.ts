import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useState } from 'react';
import { BehaviorSubject, fromEvent } from 'rxjs';
import { useHost } from '../remote.ts';
import { createAutoSave } from './auto-save.model.ts';
import {
  contestedOf,
  draftOf,
  dueOf,
  fields,
  isDirty,
  type NameField,
  type ProfileDraft,
  shownOf,
  trimmed,
  type Typing,
} from './draft.ts';
import type { SaveProfile } from './profile.api.ts';

type Field = keyof ProfileDraft;
const fieldsOf = (change: Partial<ProfileDraft>) => fields.filter((field) => field in change);

/** What was typed before, with what it was typed over. Versions of 0.1 stored the former alone. */
const storedIn = (stored: string | undefined, saved: ProfileDraft): Typing => {
  try {
    const found: Record<string, unknown> = JSON.parse(stored ?? '{}');
    const typed: Record<string, unknown> = {};
    const base: Record<string, unknown> = {};
    for (const field of fields) {
      const known: unknown = found[field];
      const [value, over]: readonly unknown[] = Array.isArray(known) ? known : [known, saved[field]];
      if (typeof value !== typeof saved[field] || typeof over !== typeof saved[field]) continue;
      typed[field] = value;
      base[field] = over;
    }
    return { typed, base };
  } catch {
    return { typed: {}, base: {} };
  }
};

/**
 * What is typed of the profile, which saves itself. A field that nobody types in shows the user as they are now; one that
 * was changed elsewhere while somebody typed in it is not saved before they decide. What is not saved yet, or cannot be
 * since somebody else signed in, is stored for its writer.
 */
const createProfileDraft = (
  { scope, session, storage }: Pick<ReturnType<typeof useHost>, 'scope' | 'session' | 'storage'>,
  user: User,
  save: SaveProfile,
) => {
  const key = `settings.${user._id}`;
  const { typed: waiting, base } = storedIn(storage.session.get(key), draftOf(user));
  const base$ = new BehaviorSubject(base);
  const sending = new Set<Field>();
  const now = () => session.user$.value;
  const model = createAutoSave<Partial<ProfileDraft>>(scope, {
    initial: {},
    due: (typed) => {
      const current = now();
      return current && dueOf({ typed, base: base$.value }, current);
    },
    leaves$: fromEvent(globalThis, 'pagehide'),
    save: async (change) => {
      const before = base$.value;
      // What is typed from here on is typed over what is sent.
      base$.next({ ...before, ...change });
      for (const field of fieldsOf(change)) sending.add(field);
      const outcome = await save(change, () => {
        const undone = Object.fromEntries(fieldsOf(change).map((field) => [field, before[field]]));
        base$.next({ ...base$.value, ...undone });
      });
      for (const field of fieldsOf(change)) sending.delete(field);
      // What was refused is told, and not tried again.
      store((field) => outcome !== 'refused' || trimmed(model.draft$.value[field]) !== change[field]);
      // The names are others by now. What was changed here alone is saved over those, the rest is shown.
      if (outcome === 'stale') model.change({});
    },
  });
  const typing = (): Typing => ({ typed: model.draft$.value, base: base$.value });

  /** Stores what is typed and not saved. */
  const store = (worth: (field: Field) => boolean = () => true) => {
    const { typed, base } = typing();
    const open = fieldsOf(typed).filter((field) => sending.has(field) || (isDirty(typing(), field) && worth(field)));
    if (open.length === 0) return storage.session.remove(key);
    const entries = open.map((field) => [field, [typed[field], base[field]]]);
    return storage.session.set(key, JSON.stringify(Object.fromEntries(entries)));
  };
  const type = (change: Partial<ProfileDraft>) => {
    const saved = draftOf(now() ?? user);
    const begun = fieldsOf(change).filter((field) => !isDirty(typing(), field));
    base$.next({ ...base$.value, ...Object.fromEntries(begun.map((field) => [field, saved[field]])) });
    model.change(change);
    store();
  };
  if (fieldsOf(waiting).length > 0) model.change(waiting);
  // What breaks its rule goes with the dialog; what waits for a decision does not.
  scope.add(() => {
    const current = now();
    if (current) store((field) => field in { ...dueOf(typing(), current), ...contestedOf(typing(), current) });
  });
  return {
    draft$: model.draft$,
    base$,
    type,
    settle: (field: NameField, take: boolean) => {
      const saved = draftOf(now() ?? user)[field];
      base$.next({ ...base$.value, [field]: saved });
      model.change(take ? { [field]: saved } : {});
      store();
    },
  };
};

export const useProfileDraft = (user: User, save: SaveProfile) => {
  const host = useHost();
  const [profile] = useState(() => createProfileDraft(host, user, save));
  const typing = { typed: useBehavior(profile.draft$), base: useBehavior(profile.base$) };
  return {
    draft: shownOf(typing, user),
    contested: contestedOf(typing, user),
    onType: profile.type,
    onSettle: profile.settle,
  };
};

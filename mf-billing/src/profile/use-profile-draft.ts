import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { type KeyValue, useBehavior } from '@atrium/shared-kernel/remote';
import { useState } from 'react';
import { BehaviorSubject, fromEvent } from 'rxjs';
import { useHost } from '../remote.ts';
import { createAutoSave } from './auto-save.model.ts';
import {
  conflictsOf,
  draftOf,
  changeToSaveOf,
  fields,
  isDirty,
  isRefused,
  type NameField,
  type ProfileDraft,
  shownOf,
  type Typing,
} from './draft.ts';
import type { SaveOutcome, SaveProfile } from './profile.api.ts';

type Field = keyof ProfileDraft;
const fieldsOf = (change: Partial<ProfileDraft>) => fields.filter((field) => field in change);

/** Unsaved fields from before, each with the value that it replaces. Versions of 0.1 stored only what was typed. */
const parseStored = (stored: string | undefined, saved: ProfileDraft): Typing => {
  try {
    const found: Record<string, unknown> = JSON.parse(stored ?? '{}');
    const typed: Record<string, unknown> = {};
    const base: Record<string, unknown> = {};
    for (const field of fields) {
      const known: unknown = found[field];
      const [value, replaced]: readonly unknown[] = Array.isArray(known) ? known : [known, saved[field]];
      if (typeof value !== typeof saved[field] || typeof replaced !== typeof saved[field]) continue;
      typed[field] = value;
      base[field] = replaced;
    }
    return { typed, base };
  } catch {
    return { typed: {}, base: {} };
  }
};

/** Stores what is typed but not saved: each field with the value that it replaces. */
const createUnsavedStore = (storage: KeyValue, key: string) => ({
  read: (saved: ProfileDraft) => parseStored(storage.get(key), saved),
  write({ typed, base }: Typing, unsaved: readonly Field[]) {
    if (unsaved.length === 0) return storage.remove(key);
    const entries = unsaved.map((field) => [field, [typed[field], base[field]]]);
    return storage.set(key, JSON.stringify(Object.fromEntries(entries)));
  },
});

/** For each typed field, the saved value that it replaces. */
const createBase = (initial: Partial<ProfileDraft>) => {
  const base$ = new BehaviorSubject(initial);
  const set = (part: Partial<ProfileDraft>) => base$.next({ ...base$.value, ...part });
  return {
    base$,
    set,
    /** Whatever is typed from now on replaces what is being sent. Returns what undoes that. */
    setSent(change: Partial<ProfileDraft>) {
      const before = base$.value;
      set(change);
      return () => set(Object.fromEntries(fieldsOf(change).map((field) => [field, before[field]])));
    },
  };
};

/** The fields whose save was not answered, and the values that the service refused. */
const createFailed = () => {
  const unsaved$ = new BehaviorSubject<ReadonlySet<Field>>(new Set());
  let refused: Partial<ProfileDraft> = {};
  return {
    unsaved$,
    refused: () => refused,
    /** Remembers how the save of a change ended. Without an outcome, its fields may be saved again. */
    mark: (change: Partial<ProfileDraft>, outcome?: SaveOutcome) => {
      const others = [...unsaved$.value].filter((field) => !(field in change));
      unsaved$.next(new Set(outcome === 'unsaved' ? [...others, ...fieldsOf(change)] : others));
      const earlier = Object.entries(refused).filter(([field]) => !(field in change));
      refused = { ...Object.fromEntries(earlier), ...(outcome === 'refused' ? change : {}) };
    },
  };
};

/**
 * The draft of the profile, which is saved automatically. A field that is not being edited shows the user's current
 * value. One that was changed elsewhere while it was edited here is not saved before the user decides. What is not
 * saved yet, or cannot be because someone else signed in, is stored for the user who typed it.
 */
const createProfileDraft = (
  { scope, session, storage }: Pick<ReturnType<typeof useHost>, 'scope' | 'session' | 'storage'>,
  user: User,
  save: SaveProfile,
) => {
  const unsavedStore = createUnsavedStore(storage.session, `settings.${user._id}`);
  const restored = unsavedStore.read(draftOf(user));
  const { base$, ...base } = createBase(restored.base);
  const sending = new Set<Field>();
  const { unsaved$, refused, mark } = createFailed();
  const currentUser = () => session.user$.value;
  const model = createAutoSave<Partial<ProfileDraft>>(scope, {
    initial: {},
    changeToSave: (typed) => {
      const current = currentUser();
      return current && changeToSaveOf({ typed, base: base$.value }, current, refused());
    },
    pageHide$: fromEvent(globalThis, 'pagehide'),
    save: (change) => send(change),
  });
  const typing = (): Typing => ({ typed: model.draft$.value, base: base$.value });
  const isTypedRefused = (field: Field) => isRefused(model.draft$.value, refused(), field);

  /** Stores what is typed but not saved. */
  const store = (include: (field: Field) => boolean = () => true) => {
    const unsaved = fieldsOf(model.draft$.value).filter(
      (field) => sending.has(field) || (isDirty(typing(), field) && !isTypedRefused(field) && include(field)),
    );
    unsavedStore.write(typing(), unsaved);
  };
  const send = async (change: Partial<ProfileDraft>): Promise<void> => {
    const undo = base.setSent(change);
    for (const field of fieldsOf(change)) sending.add(field);
    const outcome = await save(change, undo);
    mark(change, outcome);
    for (const field of fieldsOf(change)) sending.delete(field);
    // A refused change was reported and is not tried again.
    store();
    // The names have changed. What was changed only here is saved over them, and the others are shown.
    if (outcome === 'stale') model.change({});
    // The service refuses all fields because of one, so each gets a save of its own, unless it was edited meanwhile.
    if (outcome !== 'refused' || fieldsOf(change).length === 1) return;
    for (const field of fieldsOf(change)) if (isTypedRefused(field)) await send({ [field]: change[field] });
  };
  const type = (change: Partial<ProfileDraft>) => {
    const saved = draftOf(currentUser() ?? user);
    const newlyEdited = fieldsOf(change).filter((field) => !isDirty(typing(), field));
    base.set(Object.fromEntries(newlyEdited.map((field) => [field, saved[field]])));
    mark(change);
    model.change(change);
    store();
  };
  if (fieldsOf(restored.typed).length > 0) model.change(restored.typed);
  // What could not be saved without a network is saved with it.
  fromEvent(globalThis, 'online')
    .pipe(scope.until())
    .subscribe(() => {
      if (unsaved$.value.size > 0) model.change({});
    });
  // Invalid values are dropped with the dialog, but not those that wait for a decision.
  scope.add(() => {
    const current = currentUser();
    if (current) store((field) => field in { ...changeToSaveOf(typing(), current), ...conflictsOf(typing(), current) });
  });
  return {
    draft$: model.draft$,
    base$,
    unsaved$,
    type,
    retry: (name: NameField) => {
      mark({ [name]: '' });
      model.change({});
    },
    settle: (field: NameField, acceptSaved: boolean) => {
      const saved = draftOf(currentUser() ?? user)[field];
      base.set({ [field]: saved });
      mark({ [field]: saved });
      model.change(acceptSaved ? { [field]: saved } : {});
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
    conflicts: conflictsOf(typing, user),
    unsaved: useBehavior(profile.unsaved$),
    onRetry: profile.retry,
    onType: profile.type,
    onResolve: profile.settle,
  };
};

import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useState } from 'react';
import { fromEvent } from 'rxjs';
import { useHost } from '../remote.ts';
import { createAutoSave } from './auto-save.model.ts';
import { draftOf, dueOf, type ProfileDraft } from './draft.ts';
import type { ProfileChange } from './profile.api.ts';

const typedIn = (stored: string | undefined): Partial<ProfileDraft> => {
  try {
    const found: Record<string, unknown> = JSON.parse(stored ?? '{}');
    return Object.fromEntries(
      Object.entries(found).filter(
        ([name, value]) => typeof value === (name === 'emailNotifications' ? 'boolean' : 'string'),
      ),
    );
  } catch {
    return {};
  }
};

/**
 * What is typed of the profile, which saves itself. Where somebody else signs in before it was saved it is stored for its
 * writer, and saved when they are back. `save` answers false in that case.
 */
export const useProfileDraft = (user: User, save: (change: ProfileChange) => Promise<boolean>) => {
  const { scope, session, storage } = useHost();
  const [profile] = useState(() => {
    const key = `settings.${user._id}`;
    let waiting = typedIn(storage.session.get(key));
    const wait = (change: Partial<ProfileDraft> | undefined) => {
      waiting = change ?? {};
      if (change) storage.session.set(key, JSON.stringify(change));
      else storage.session.remove(key);
    };
    const due = (draft: ProfileDraft) => session.user$.value && dueOf(draft, session.user$.value);
    const model = createAutoSave<ProfileDraft>(scope, {
      initial: draftOf(user),
      due,
      leaves$: fromEvent(globalThis, 'pagehide'),
      save: async (change) => {
        const sent = model.draft$.value;
        if ((await save(change)) && model.draft$.value === sent) wait(undefined);
      },
    });
    const type = (change: Partial<ProfileDraft>) => {
      wait({ ...waiting, ...change });
      model.change(change);
    };
    if (Object.keys(waiting).length > 0) type(waiting);
    // What breaks its rule goes with the dialog.
    scope.add(() => due(model.draft$.value) ?? wait(undefined));
    return { draft$: model.draft$, type };
  });
  return { draft: useBehavior(profile.draft$), onType: profile.type };
};

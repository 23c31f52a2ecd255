import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import * as events from '#contracts/events';
import { useCallback, useRef } from 'react';
import { useHost } from '../remote.ts';

type Input = InferInput<typeof calls.profile.updateUser.input>;
export type ProfileChange = { readonly [Name in keyof Input]?: Exclude<Input[Name], undefined> };

/** A change as the user has it: no reminder is no hour, and without a choice there is no model. */
const known = ({ reminderHour, model, ...change }: ProfileChange): Partial<User> => ({
  ...change,
  ...(reminderHour === undefined ? {} : { reminderHour: reminderHour ?? undefined }),
  ...(model === undefined ? {} : { model: model ?? undefined }),
});

/** The part of `now` that `change` set and nothing has overwritten since, with its values of `before`. */
const undo = <T extends object>(change: Partial<T>, before: Partial<T>, now: Partial<T>): Partial<T> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a change is an object literal: it has no other names
  const keys = (Object.keys(change) as (keyof T)[]).filter((key) => now[key] === change[key]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has a value of its own
  return Object.fromEntries(keys.map((key) => [key, before[key]])) as Partial<T>;
};

/**
 * `stale`: the names were changed elsewhere, and the user is known as they are now. `unsaved`: nothing came of it, as
 * somebody else is signed in by now.
 */
export type SaveOutcome = 'saved' | 'refused' | 'stale' | 'unsaved';
/** `onUndo` is called before what was shown at once is taken back. */
export type SaveProfile = (change: ProfileChange, onUndo?: () => void) => Promise<SaveOutcome>;

/**
 * Saves a change of the profile: shown at once, taken back where the service refuses it; each outcome is told in the place
 * of the one before. Never rejects.
 */
export const useSaveProfile = (): SaveProfile => {
  const { alerts, appearance, bus, client, session } = useHost();

  const shown = useRef<string>(undefined);

  return useCallback(
    async (change, onUndo) => {
      const before = session.user$.value;
      if (!before) return 'unsaved';
      const { _id: userId } = before;
      const notify = (message: string, type: 'info' | 'error', time: number) => {
        if (shown.current !== undefined) alerts.dismiss(shown.current);
        shown.current = alerts.show({ message, type, time });
      };
      const show = ({ theme, fontSize }: ProfileChange) => {
        if (theme) appearance.setTheme(theme);
        if (fontSize) appearance.setFontSize(fontSize);
      };
      /** Whether the user is another one now: who asks again with what was known before hears the same again. */
      const knowAnew = () =>
        session.refresh().then(
          (now) => now !== undefined && now.revision !== before.revision,
          () => false,
        );
      const savedAppearance = { theme: appearance.theme$.value, fontSize: appearance.fontSize$.value };
      session.patch(known(change));
      show(change);
      try {
        // What is typed last may be sent as the page goes away.
        const { revision } = await client.call(calls.profile.updateUser, change, {
          keepalive: true,
          basedOn: before.revision,
        });
        if (revision) session.patch({ revision });
        bus.emit(events.billing.profileUpdated, { userId });
        notify('Successfully updated info.', 'info', toastTimes.short);
        return 'saved';
      } catch (error) {
        onUndo?.();
        session.patch(undo<Partial<User>>(known(change), before, session.user$.value ?? {}));
        const shown = { theme: appearance.theme$.value, fontSize: appearance.fontSize$.value };
        const { theme, fontSize } = change;
        show(undo({ ...(theme ? { theme } : {}), ...(fontSize ? { fontSize } : {}) }, savedAppearance, shown));
        if (isFailure(error, calls.profile.updateUser, 'stale') && (await knowAnew())) return 'stale';
        notify(messageOf(error, 'Error posting to api.'), 'error', toastTimes.medium);
        return isFailure(error, calls.profile.updateUser, 'other-person') ? 'unsaved' : 'refused';
      }
    },
    [alerts, appearance, bus, client, session],
  );
};

/** Tells the service of the zone that this browser is in now, where a reminder depends on it; nobody is asked or told. */
export const useSaveZone = () => {
  const { client, session } = useHost();
  return useCallback(
    (timeZone: string): void => {
      const user = session.user$.value;
      if (user?.reminderHour === undefined || user.timeZone === timeZone) return;
      client.call(calls.profile.updateUser, { timeZone }).then(
        () => session.patch({ timeZone }),
        // It is tried again the next time.
        () => undefined,
      );
    },
    [client, session],
  );
};

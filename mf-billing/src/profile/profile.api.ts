import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import { createSaveQueue, isTimeout, isUnanswered } from '@atrium/shared-kernel/save-queue';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { infoUpdated, postFailed } from '@atrium/shared-kernel/contracts/sentences';
import * as events from '#contracts/events';
import { useCallback, useRef } from 'react';
import { useHost } from '../remote.ts';
import { createOverlapping } from './overlapping.ts';

type Input = InferInput<typeof calls.profile.updateUser.input>;
export type ProfileChange = { readonly [Name in keyof Input]?: Exclude<Input[Name], undefined> };

/** A change in the form of the user: without a reminder there is no hour, and without a choice no model. */
const asUserFields = ({ reminderHour, model, ...change }: ProfileChange): Partial<User> => ({
  ...change,
  ...(reminderHour === undefined ? {} : { reminderHour: reminderHour ?? undefined }),
  ...(model === undefined ? {} : { model: model ?? undefined }),
});

/**
 * `stale`: the names were changed elsewhere, and the user was fetched again. `unsaved`: nothing was saved, because
 * someone else is signed in by now, or because the service did not answer.
 */
export type SaveOutcome = 'saved' | 'refused' | 'stale' | 'unsaved';
/** `onUndo` is called before the optimistic change is reverted. */
export type SaveProfile = (change: ProfileChange, onUndo?: () => void) => Promise<SaveOutcome>;

const createSaves = () => ({
  queue: createSaveQueue(globalThis),
  user: createOverlapping<User>(),
  appearance: createOverlapping<Pick<ProfileChange, 'theme' | 'fontSize'>>(),
});
/** The saves of a page, which outlive the dialog: it may be closed and opened again while one is running. */
const pages = new WeakMap<object, ReturnType<typeof createSaves>>();
const savesOf = (session: object) => {
  const saves = pages.get(session) ?? createSaves();
  pages.set(session, saves);
  return saves;
};

const failureText = (error: unknown) =>
  isTimeout(error) ? 'One of your changes took too long to save. Please try again.' : messageOf(error, postFailed);

/**
 * Saves a change of the profile, after all earlier ones. It is shown at once, and reverted if the service refuses it.
 * Each outcome replaces the previous alert, but not a failure of another change. Never rejects.
 */
export const useSaveProfile = (): SaveProfile => {
  const { alerts, appearance, bus, client, session } = useHost();

  const shown = useRef<{ readonly id: string; readonly message: string; readonly type: 'info' | 'error' }>(undefined);
  const running = savesOf(session);

  return useCallback(
    async (change, onUndo) => {
      const before = session.user$.value;
      if (!before) return 'unsaved';
      const { _id: userId } = before;
      let basedOn: string | undefined;
      const notify = (message: string, type: 'info' | 'error', time: number) => {
        const last = shown.current;
        if (last && (last.type === 'info' || last.message === message)) alerts.dismiss(last.id);
        shown.current = { id: alerts.show({ message, type, time }), message, type };
      };
      const show = ({ theme, fontSize }: ProfileChange) => {
        if (theme) appearance.setTheme(theme);
        if (fontSize) appearance.setFontSize(fontSize);
      };
      /**
       * Fetches the user, and resolves with whether they have changed: repeating the call with the old revision would
       * fail again.
       */
      const refreshUser = () =>
        session.refresh().then(
          (now) => now !== undefined && now.revision !== basedOn,
          () => false,
        );
      const currentAppearance = () => ({ theme: appearance.theme$.value, fontSize: appearance.fontSize$.value });
      const { theme, fontSize } = change;
      const ofUser = running.user.begin(asUserFields(change), before);
      const ofAppearance = running.appearance.begin(
        { ...(theme ? { theme } : {}), ...(fontSize ? { fontSize } : {}) },
        currentAppearance(),
      );
      // The last change may be sent while the page is being left.
      const saving = running.queue.run(before.revision, (turn) => {
        ({ basedOn } = turn);
        return client.call(calls.profile.updateUser, change, { keepalive: true, ...turn });
      });
      session.patch(asUserFields(change), saving);
      show(change);
      try {
        const { revision } = await saving;
        running.user.succeed(ofUser);
        running.appearance.succeed(ofAppearance);
        if (revision) session.patch({ revision });
        bus.emit(events.billing.profileUpdated, { userId });
        notify(infoUpdated, 'info', toastTimes.short);
        return 'saved';
      } catch (error) {
        onUndo?.();
        session.patch(running.user.fail(ofUser, session.user$.value ?? {}));
        show(running.appearance.fail(ofAppearance, currentAppearance()));
        if (isFailure(error, calls.profile.updateUser, 'stale') && (await refreshUser())) return 'stale';
        notify(failureText(error), 'error', toastTimes.medium);
        const mayRetry = isUnanswered(error) || isFailure(error, calls.profile.updateUser, 'other-person');
        return mayRetry ? 'unsaved' : 'refused';
      }
    },
    [alerts, appearance, bus, client, running, session],
  );
};

/** Whether both name the same time zone: the service may store another of its names, as Asia/Calcutta for Asia/Kolkata. */
const isSameZone = (one: string | undefined, other: string): boolean => {
  try {
    if (one === undefined) return false;
    return one === other || new Intl.DateTimeFormat('en', { timeZone: one }).resolvedOptions().timeZone === other;
  } catch {
    // This browser does not know it.
    return false;
  }
};

/** Saves the browser's current time zone if a reminder depends on it, without asking or notifying the user. */
export const useSaveZone = () => {
  const { client, session } = useHost();
  return useCallback(
    (timeZone: string): void => {
      const user = session.user$.value;
      if (user?.reminderHour === undefined || isSameZone(user.timeZone, timeZone)) return;
      client.call(calls.profile.updateUser, { timeZone }).then(
        () => session.patch({ timeZone }),
        // The next visit tries again.
        () => undefined,
      );
    },
    [client, session],
  );
};

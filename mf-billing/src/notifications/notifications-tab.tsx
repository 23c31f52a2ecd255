import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { browserPush } from '@atrium/shared-kernel/push/browser-push';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Select } from '@atrium/shared-kernel/ui/select';
import { Switch } from '@atrium/shared-kernel/ui/switch';
import { useEffect, useState } from 'react';
import type { ProfileDraft } from '../profile/draft.ts';
import { useSaveZone, type ProfileChange } from '../profile/profile.api.ts';
import { useHost } from '../remote.ts';
import { Section } from '../ui/section.tsx';
import classes from './notifications-tab.module.css';
import { createPush } from './push.model.ts';

/** The browser's IANA time zone. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Europe/Berlin` as readable text. */
export const zoneInWords = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ', ');

const hourFormat = new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone: 'UTC' });

/** Formats an hour of the day, 0 to 23, for example as `9 AM`. */
export const hourInWords = (hour: number): string => hourFormat.format(Date.UTC(2026, 0, 1, hour));

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }));
const options = [{ value: 'off', label: 'No reminder' }, ...hours];

interface NotificationsTabProps {
  readonly user: User;
  readonly draft: ProfileDraft;
  /** Fields whose save was not answered. */
  readonly unsaved: ReadonlySet<keyof ProfileDraft>;
  readonly onType: (change: Partial<ProfileDraft>) => void;
  /** Called for a choice, which is saved at once. */
  readonly onChoose: (change: ProfileChange) => void;
}

/** How and when the user is notified while the product is not open. */
const NotificationsTab = ({ user, draft, unsaved, onType, onChoose }: NotificationsTabProps) => {
  const { alerts, client, scope, storage } = useHost();
  const [push] = useState(() => {
    const available = user.pushNotifications !== false;
    return createPush({ scope, client, alerts, storage, push: browserPush(), userId: user._id, available });
  });
  const state = useBehavior(push.state$);
  const missing = useBehavior(push.missing$);
  const zone = browserTimeZone();
  const saveZone = useSaveZone();
  useEffect(() => saveZone(zone), [saveZone, zone]);

  const on = user.reminderHour !== undefined;
  const unconfirmed = user.emailVerified === false;
  const reaches = state === 'on' || (draft.emailNotifications && !unconfirmed);
  return (
    <>
      <Section title="Channels" text="How we reach you when Atrium isn’t open.">
        <Switch
          label="Email notifications"
          hint={
            unsaved.has('emailNotifications')
              ? 'Not saved yet. We’ll try again when you’re back online or reopen the settings.'
              : unconfirmed
                ? 'Confirm your email address under Account to get reminders by email. You always get security emails.'
                : 'Reminders by email. You always get security emails.'
          }
          checked={draft.emailNotifications}
          onChange={(emailNotifications) => onType({ emailNotifications })}
        />
        <Switch
          label="Push notifications"
          hint={missing ?? 'Shown by this browser, even when Atrium is closed.'}
          checked={state === 'on'}
          busy={state === 'loading'}
          disabled={missing !== undefined}
          onChange={(enabled) => void (enabled ? push.turnOn() : push.turnOff())}
        />
      </Section>
      <Section title="Daily reminder" text="Once a day, at an hour that suits you.">
        <Select
          label="Reminder"
          options={options}
          value={on ? String(user.reminderHour) : 'off'}
          hint={`In your time zone, ${zoneInWords(zone)}.`}
          onChange={(value) => onChoose({ reminderHour: value === 'off' ? null : Number(value), timeZone: zone })}
        />
        {on && !reaches && state === 'off' && (
          <p className={classes.nowhere} role="status">
            {draft.emailNotifications
              ? 'Confirm your email address or turn on push notifications to get reminders.'
              : 'Turn on email or push notifications to get reminders.'}
          </p>
        )}
      </Section>
    </>
  );
};

export default NotificationsTab;

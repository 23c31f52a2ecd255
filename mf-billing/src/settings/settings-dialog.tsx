import type { Infer } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '#contracts/dialogs';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '#contracts/events';
import * as slots from '#contracts/slots';
import { lazyPart, useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { useFillerTabs } from '@atrium/shared-kernel/slots';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { type Tab, Tabs } from '@atrium/shared-kernel/ui/tabs';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { AccountTab } from '../account/account-tab.tsx';
import { useCustomer } from '../billing/customer.api.ts';
import { PersonalizationTab } from '../personalization/personalization-tab.tsx';
import { type ProfileChange, useSaveProfile } from '../profile/profile.api.ts';
import { useProfileDraft } from '../profile/use-profile-draft.ts';
import { useHost } from '../remote.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Section } from '../ui/section.tsx';

/** Placeholder for a tab that is loading. */
const TabSkeleton = () => (
  <div role="status" aria-label="Loading settings">
    <Section title="">
      <Skeleton shape="block" height={48} />
      <Skeleton shape="block" height={48} />
      <Skeleton shape="block" height={48} />
    </Section>
  </div>
);

const NotificationsTab = lazyPart(() => import('../notifications/notifications-tab.tsx'));
const BillingTab = lazyPart(() => import('../billing/billing-tab.tsx'));
const IntegrationsTab = lazyPart(() => import('../integrations/integrations-tab.tsx'));
const UsageTab = lazyPart(() => import('../usage/usage-tab.tsx'));

const noBilling =
  'You have no plan of your own to manage here. Admins of a team find its billing in the team’s Plan and Invoices.';

type TabName = NonNullable<Infer<typeof dialogs.billing.settings.props>['tab']>;

/**
 * The settings dialog (A2.18). Its draft outlives a change of the tab and is saved when the dialog closes. When the
 * user is signed out, it closes and the visitor's main screen shows.
 */
export const SettingsDialog = () => {
  const { bus, close, navigation, session } = useHost();
  const user = useBehavior(session.user$);
  const signedOut = user === undefined;

  useEffect(() => bus.emit(events.billing.settingsOpened, {}), [bus]);
  useEffect(() => {
    if (!signedOut) return;
    close();
    navigation.navigate('/');
  }, [close, signedOut, navigation]);

  return (
    <DialogBody title="Settings" onClose={() => close()}>
      {user && <Settings user={user} />}
    </DialogBody>
  );
};

/** Loads a tab when it is first opened. */
const deferred = (content: ReactNode) => <Suspense fallback={<TabSkeleton />}>{content}</Suspense>;

const tabOf = (name: TabName, content: ReactNode): Tab => ({ value: name, label: name, content });

/** Shown if it is not known whether there is any billing, to somebody who expects it. */
const BillingFailure = (failure: Omit<ComponentProps<typeof LoadFailure>, 'what'>) => (
  <Section title="Billing">
    <LoadFailure what="your billing" {...failure} />
  </Section>
);

const Settings = ({ user }: { readonly user: User }) => {
  const { alerts } = useHost();
  const { tab: requestedTab, teamId } = useDialogInput(dialogs.billing.settings);
  const [chosen, setTab] = useState<string>(requestedTab ?? 'Personalization');
  const { customer, failure } = useCustomer();
  // Whether the user has the tab is known only now, although a command may have promised it.
  const noSuchTab = requestedTab === 'Billing' && customer === false;
  useEffect(() => {
    if (noSuchTab) alerts.show({ message: noBilling, type: 'info', time: toastTimes.medium });
  }, [alerts, noSuchTab]);
  const mayPay = requestedTab === 'Billing' || user.subscriptionEndDate !== undefined;
  // Who has a plan on their own probably pays for it. In a team, most members don't.
  const probablyPays = mayPay && (requestedTab === 'Billing' || user.activeTeam === undefined);
  const unknown = customer === undefined && !failure;
  const others = useFillerTabs(slots.billing.settingsTabs, undefined);
  const save = useSaveProfile();
  const shared = { user, ...useProfileDraft(user, save) };
  const onChoose = (change: ProfileChange) => void save(change);

  const tabs = [
    tabOf('Personalization', <PersonalizationTab {...shared} onChoose={onChoose} />),
    tabOf('Account', <AccountTab {...shared} />),
    tabOf('Notifications', deferred(<NotificationsTab {...shared} onChoose={onChoose} />)),
    ...(customer ? [tabOf('Billing', deferred(<BillingTab />))] : []),
    ...(unknown && probablyPays ? [tabOf('Billing', <TabSkeleton />)] : []),
    ...(failure && mayPay ? [tabOf('Billing', <BillingFailure {...failure} />)] : []),
    ...(user.booktAdmin ? [tabOf('Integrations', deferred(<IntegrationsTab />))] : []),
    tabOf('Usage', deferred(<UsageTab teamId={teamId} />)),
    ...others,
  ];
  // A tab that the user does not have gives way to the first one.
  const tab = tabs.some(({ value }) => value === chosen) ? chosen : 'Personalization';
  const tabIndex = tabs.findIndex(({ value }) => value === tab);
  const tabRow = useRef<HTMLDivElement>(null);
  // In a narrow layout the row of tabs scrolls. The selected tab stays in view.
  useEffect(() => {
    const row = tabRow.current?.querySelectorAll('[role="tab"]');
    row?.[tabIndex]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tabIndex]);

  return (
    <div ref={tabRow}>
      <Tabs dialogHeight="47rem" label="Settings" value={tab} onChange={setTab} tabs={tabs} />
    </div>
  );
};

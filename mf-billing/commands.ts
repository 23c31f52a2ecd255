import type { FillCondition, Infer } from '@atrium/shared-kernel/contracts/define';
import type * as dialogs from '#contracts/dialogs';
import * as workspace from '#contracts/slots/workspace';

const settingsCommand = (tab: NonNullable<Infer<typeof dialogs.billing.settings.props>['tab']>, when: FillCondition) =>
  ({
    slot: workspace.commands,
    expose: './settings',
    label: `Settings: ${tab}`,
    icon: 'settings',
    group: 'Settings',
    props: { tab },
    when,
  }) as const;
/** A command for each tab of the settings, for users who have it. */
export const commands = [
  ...(['Personalization', 'Account', 'Notifications', 'Usage'] as const).map((tab) =>
    settingsCommand(tab, { roles: ['user'] }),
  ),
  settingsCommand('Billing', { roles: ['user'], plans: ['premium', 'lapsed'] }),
  settingsCommand('Integrations', { roles: ['productAdmin'] }),
];

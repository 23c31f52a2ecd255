import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '#contracts/dialogs';
import * as events from '#contracts/events';
import { commands } from './commands.ts';
import { settingsTabs } from './slots.ts';
const person = [calls.profile.updateUser, calls.profile.deleteUser, calls.chat.listModels] as const;
const use = [calls.teams.listTeams, calls.usage.getUsage, calls.usage.getModelUsage, calls.usage.setBudget] as const;
const wallet = [calls.billing.getCustomer, calls.billing.listInvoices, calls.billing.createPortalSession] as const;
export default defineRemote({
  name: 'mf-billing',
  exposes: {
    './subscribe': './src/subscribe/subscribe-page.tsx',
    './subscribed': './src/subscribed/subscribed-page.tsx',
    './settings': './src/settings/settings-dialog.tsx',
    './confirm-password': './src/email/confirm-password-dialog.tsx',
    './confirm-sign-in': './src/fresh-sign-in/confirm-sign-in-dialog.tsx',
    './crop-avatar': './src/avatar/crop-dialog.tsx',
    './integrations': './src/integrations/consent-return.tsx',
  },
  routes: [
    { path: '/subscribe', title: 'Subscribe', expose: './subscribe' },
    { path: '/subscribed', title: 'Your subscription', expose: './subscribed' },
    { path: '/integrations', title: 'Integrations', expose: './integrations' },
  ],
  fills: commands,
  slots: [settingsTabs],
  dialogs: [
    { dialog: dialogs.billing.settings, expose: './settings' },
    { dialog: dialogs.billing.confirmPassword, expose: './confirm-password' },
    { dialog: dialogs.billing.confirmSignIn, expose: './confirm-sign-in' },
    { dialog: dialogs.billing.cropAvatar, expose: './crop-avatar' },
  ],
  opens: [
    dialogs.billing.confirmPassword,
    dialogs.billing.confirmSignIn,
    dialogs.billing.cropAvatar,
    dialogs.billing.settings,
    dialogs.workspace.data,
  ],
  emits: [events.billing.subscriptionChanged, events.billing.settingsOpened, events.billing.profileUpdated],
  handles: [],
  calls: [
    calls.auth.logout,
    calls.auth.forgotPassword,
    calls.auth.changeEmail,
    calls.auth.confirmPassword,
    calls.auth.changePassword,
    calls.auth.listProviders,
    calls.auth.listConnections,
    calls.auth.startConnection,
    calls.auth.removeConnection,
    calls.auth.resendConfirmation,
    calls.session.listSessions,
    calls.session.endSession,
    calls.session.endAllSessions,
    calls.passkeys.listPasskeys,
    calls.passkeys.startPasskeyRegistration,
    calls.passkeys.finishPasskeyRegistration,
    calls.passkeys.renamePasskey,
    calls.passkeys.removePasskey,
    calls.billing.createSubscription,
    calls.billing.checkSubscriptionSession,
    calls.billing.expirePaymentSession,
    ...wallet,
    calls.billing.cancelPlan,
    calls.billing.changeInterval,
    calls.files.uploadUrl,
    calls.push.publicPushKey,
    calls.push.registerBrowser,
    calls.push.fcmSubscribe,
    calls.push.fcmUnsubscribe,
    calls.integrations.listIntegrations,
    calls.integrations.startConsent,
    calls.integrations.disconnectGoogle,
    calls.integrations.disconnectMicrosoft,
    ...use,
    ...person,
  ],
});

import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import * as events from '@atrium/shared-kernel/contracts/events';

export default defineRemote({
  name: 'mf-billing',
  exposes: {
    './subscribe': './src/subscribe.tsx',
    './subscribed': './src/subscribed.tsx',
    './settings': './src/settings.tsx',
    './confirm-password': './src/confirm-password.tsx',
    './crop-avatar': './src/crop-avatar.tsx',
    './integrations': './src/integrations.tsx',
  },
  routes: [
    { path: '/subscribe', title: 'Subscribe', expose: './subscribe' },
    { path: '/subscribed', title: 'Your subscription', expose: './subscribed' },
    { path: '/integrations', title: 'Integrations', expose: './integrations' },
  ],
  fills: [],
  dialogs: [
    { dialog: dialogs.billing.settings, expose: './settings' },
    { dialog: dialogs.billing.confirmPassword, expose: './confirm-password' },
    { dialog: dialogs.billing.cropAvatar, expose: './crop-avatar' },
  ],
  opens: [dialogs.billing.confirmPassword, dialogs.billing.cropAvatar, dialogs.billing.settings],
  emits: [events.billing.subscriptionChanged, events.billing.settingsOpened, events.billing.profileUpdated],
  handles: [],
  calls: [
    calls.auth.logout,
    calls.auth.forgotPassword,
    calls.auth.changeEmail,
    calls.auth.resendConfirmation,
    calls.session.listSessions,
    calls.session.endSession,
    calls.session.endAllSessions,
    calls.passkeys.listPasskeys,
    calls.passkeys.startPasskeyRegistration,
    calls.passkeys.finishPasskeyRegistration,
    calls.passkeys.removePasskey,
    calls.billing.createSubscription,
    calls.billing.checkSubscriptionSession,
    calls.billing.expirePaymentSession,
    calls.files.uploadUrl,
    calls.push.publicPushKey,
    calls.push.registerBrowser,
    calls.push.fcmSubscribe,
    calls.push.fcmUnsubscribe,
    calls.integrations.listIntegrations,
    calls.integrations.startConsent,
    calls.integrations.disconnectGoogle,
    calls.integrations.disconnectMicrosoft,
    calls.teams.listTeams,
    calls.usage.getUsage,
    calls.profile.updateUser,
    calls.profile.deleteUser,
  ],
});

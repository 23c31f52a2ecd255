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
  },
  routes: [
    { path: '/subscribe', title: 'Subscribe', expose: './subscribe' },
    { path: '/subscribed', title: 'Your subscription', expose: './subscribed' },
  ],
  fills: [],
  dialogs: [{ dialog: dialogs.billing.settings, expose: './settings' }],
  opens: [],
  emits: [events.billing.subscriptionChanged, events.billing.settingsOpened, events.billing.profileUpdated],
  handles: [],
  calls: [
    calls.auth.logout,
    calls.billing.createSubscription,
    calls.billing.checkSubscriptionSession,
    calls.billing.expirePaymentSession,
    calls.profile.updateUser,
  ],
});

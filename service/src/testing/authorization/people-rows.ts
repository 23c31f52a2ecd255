import type { Row } from './row.ts';

const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: {},
} as const;

export const peopleRows = {
  'auth.login': { own: () => ({ email: 'nobody@example.test', password: 'Wrong1!' }), status: 400 },
  'auth.register': {
    own: (_t, { id }) => ({ firstName: 'Ada', lastName: 'L', email: `new-${id}@example.test`, password: 'Atrium1!' }),
  },
  'auth.logout': {},
  'auth.forgotPassword': { own: (_t, { id }) => ({ email: `${id}@nowhere.test` }) },
  'auth.resetWithHash': { own: () => ({ password: 'Atrium1!', resetHash: 'unknown' }), status: 400 },
  'auth.changeEmail': {
    own: (_t, { id }) => ({ userId: id, email: `next-${id}@example.test` }),
    foreign: { user: async (_t, { id }) => ({ userId: id, email: `taken-${id}@example.test` }) },
  },
  'auth.confirmPassword': { own: () => ({ password: 'Atrium1!' }), status: 400 },
  'auth.changeWithHash': { own: () => ({ changeHash: 'unknown', newEmail: 'a@example.test' }), status: 400 },
  'auth.resendConfirmation': {},
  'auth.google': { own: () => ({ token: 'unknown' }), status: 400 },
  'auth.apple': { own: () => ({ code: 'unknown' }), status: 400 },
  'auth.azure': { own: () => ({ code: 'unknown' }), status: 400 },
  'auth.listProviders': {},
  'auth.startSocialLogin': { own: () => ({ provider: 'google' }) },
  'health.reportReleases': {
    own: () => ({ reports: [{ remote: 'mf-chat', version: '1.0.0', kind: 'loaded', ms: 120 }] }),
  },
  'help.listApps': {},
  'help.sendHelpMessage': { own: () => ({ helperPrompt: 'Where is the tea?' }) },
  'integrations.listIntegrations': {},
  'integrations.startConsent': { own: () => ({ provider: 'google' }) },
  'integrations.disconnectGoogle': {},
  'integrations.disconnectMicrosoft': {},
  'passkeys.listPasskeys': {},
  'passkeys.startPasskeyRegistration': {},
  'passkeys.finishPasskeyRegistration': { own: () => ({ credential }), status: 400 },
  'passkeys.removePasskey': {
    own: async (t, o) => ({ passkeyId: await t.passkey(o) }),
    foreign: { passkey: async (t, o) => ({ passkeyId: await t.passkey(o) }) },
  },
  'passkeys.startPasskeyLogin': {},
  'passkeys.finishPasskeyLogin': { own: () => ({ credential }), status: 400 },
  'profile.updateUser': { own: () => ({ firstName: 'Grace' }) },
  'profile.deleteUser': {},
  'push.publicPushKey': { status: 400 },
  'push.fcmSubscribe': { own: () => ({ fcmToken: 'token' }), status: 400 },
  'push.registerBrowser': {
    own: () => ({ endpoint: 'https://push.example.test/1', p256dh: 'key', auth: 'secret' }),
    status: 400,
  },
  'push.fcmUnsubscribe': { own: () => ({ fcmToken: 'token' }) },
  'session.getUser': {},
  'session.getIpInfo': {},
  'session.ping': {},
  'session.authPing': {},
  'session.listSessions': {},
  'session.endSession': {
    own: async (t, o) => ({ sessionId: await t.session(o) }),
    foreign: { session: async (t, o) => ({ sessionId: await t.session(o) }) },
  },
  'session.endAllSessions': {},
  'usage.getUsage': { foreign: { team: async (_t, { teamId }) => ({ teamId }) } },
} as const satisfies Readonly<Record<string, Row>>;

import type * as calls from '../calls.ts';
import type { CallDef } from '../define.ts';
import type { ChangeName } from './kinds.ts';

type Declared<Owner> = {
  readonly [Call in keyof Owner as Owner[Call] extends { method: 'POST' } ? Call : never]: readonly ChangeName[];
} & { readonly [Call in keyof Owner]?: readonly ChangeName[] };

const settled = ['person.plan', 'person.teams', 'person.settings', 'team.members', 'team.plan'] as const;

/**
 * The changes that each call causes, including its replies and tasks. A call that may change something must be listed;
 * one that only reads need not be. Browsers do not need this file.
 */
export const declared = {
  agents: {
    // Fetching an agent marks it as seen.
    getAgent: ['person.agents'],
    createEditAgent: ['person.agents', 'team.agents'],
    shareAgent: ['person.agents', 'team.agents'],
    deleteAgent: ['person.agents', 'team.agents', 'person.chats'],
  },
  auth: {
    login: ['person.session'],
    register: ['person.session'],
    logout: ['person.session'],
    forgotPassword: [],
    resetWithHash: ['person.session', 'person.settings', 'person.passkeys'],
    changeEmail: [],
    changeWithHash: ['person.session', 'person.settings', 'team.members'],
    confirmPassword: ['person.session'],
    resendConfirmation: [],
    google: ['person.session', 'person.connections'],
    apple: ['person.session', 'person.connections'],
    azure: ['person.session', 'person.connections'],
    startSocialLogin: [],
    changePassword: ['person.session'],
    startConnection: [],
    removeConnection: ['person.connections'],
  },
  billing: {
    createPortalSession: [],
    createSubscription: ['person.settings'],
    createTeamSubscription: ['person.settings'],
    checkSubscriptionSession: settled,
    expirePaymentSession: [],
    updateTeamSubscription: ['team.seats', 'team.plan'],
    createTeamPortalSession: [],
    changeInterval: ['person.plan'],
    cancelPlan: ['person.plan', 'team.plan', 'team.seats'],
    renewTeamSubscription: [],
  },
  chat: {
    shareChat: ['person.shares'],
    revokeShare: ['person.shares'],
    nameChat: ['person.chats'],
    improvePrompt: [],
    focusChat: [],
    duplicateChat: ['person.chats', 'person.messages'],
    renameChat: ['person.chats'],
    clearChat: ['person.chats'],
    keepChat: [],
    pinChat: ['person.chats'],
    archiveChat: ['person.chats'],
    deleteChats: ['person.chats'],
    restoreChats: ['person.chats'],
    editChat: ['person.chats'],
    reportMessage: ['person.messages'],
    streamReply: ['person.chats', 'person.messages', 'person.memories'],
    streamFunctionReply: ['person.chats', 'person.messages'],
    stopReply: ['person.chats', 'person.messages'],
    selectVersion: ['person.messages'],
    saveSummary: ['person.messages'],
    pinMessage: ['person.messages'],
  },
  data: {
    startImport: ['person.imports'],
    runImport: ['person.imports', 'person.chats', 'person.messages', 'person.collections', 'person.memories'],
    cancelImport: ['person.imports'],
  },
  files: { generateDocument: [], inspectFiles: [] },
  health: { reportReleases: [] },
  help: { sendHelpMessage: [] },
  integrations: {
    startConsent: [],
    disconnectGoogle: ['person.integrations', 'person.settings'],
    disconnectMicrosoft: ['person.integrations', 'person.settings'],
  },
  memories: {
    deleteMemory: ['person.memories'],
    addMemory: ['person.memories'],
    editMemory: ['person.memories'],
    setMemoryEnabled: ['person.settings'],
  },
  passkeys: {
    startPasskeyRegistration: [],
    finishPasskeyRegistration: ['person.passkeys'],
    removePasskey: ['person.passkeys'],
    renamePasskey: ['person.passkeys'],
    startPasskeyLogin: [],
    finishPasskeyLogin: ['person.session', 'person.passkeys'],
  },
  profile: {
    updateUser: ['person.settings', 'team.members'],
    deleteUser: [
      'person.session',
      'person.settings',
      'person.chats',
      'person.teams',
      'person.plan',
      'person.agents',
      'team.members',
      'team.plan',
      'team.roles',
    ],
  },
  push: { fcmSubscribe: [], fcmUnsubscribe: [], registerBrowser: [] },
  session: { endSession: ['person.session'], endAllSessions: ['person.session'] },
  tags: {
    createEditTag: ['person.collections', 'person.chats'],
    removeFromChat: ['person.chats'],
    editTagContext: ['person.collections'],
  },
  teams: {
    joinTeam: ['person.teams', 'person.settings', 'team.members'],
    leaveTeam: ['person.teams', 'person.settings', 'person.agents', 'team.members', 'team.roles', 'team.plan'],
    setTeamAdmin: ['person.teams', 'team.members'],
    closeTeam: ['person.teams', 'person.settings', 'team.team', 'team.members', 'team.plan'],
    switchActiveTeam: ['person.settings'],
    createEditRole: ['team.roles', 'person.agents'],
    editUserRoles: ['team.roles', 'person.agents'],
    removeMember: ['person.teams', 'person.settings', 'person.agents', 'team.members', 'team.roles', 'team.plan'],
    renameTeam: ['team.team'],
    setTeamModel: ['team.team'],
    renewJoinLink: ['team.team'],
    transferOwnership: ['person.teams', 'team.members'],
  },
  usage: { setBudget: ['team.members'] },
} as const satisfies {
  readonly [Owner in Exclude<keyof typeof calls, 'changes'>]: Declared<(typeof calls)[Owner]>;
};

/** The changes that a call declares; none for a call that only reads. */
export const changesOf = ({ name }: Pick<CallDef, 'name'>): readonly ChangeName[] => {
  const [owner = '', call = ''] = name.split('.');
  return (declared as Readonly<Record<string, Readonly<Record<string, readonly ChangeName[]>>>>)[owner]?.[call] ?? [];
};

import createEditAgent from './agents/create-edit-agent.ts';
import deleteAgent from './agents/delete-agent.ts';
import getAgent from './agents/get-agent.ts';
import getSharedTitle from './agents/get-shared-title.ts';
import listAgents from './agents/list-agents.ts';
import shareAgent from './agents/share-agent.ts';
import apple from './auth/apple.ts';
import azure from './auth/azure.ts';
import changeEmail from './auth/change-email.ts';
import changePassword from './auth/change-password.ts';
import changeWithHash from './auth/change-with-hash.ts';
import confirmPassword from './auth/confirm-password.ts';
import forgotPassword from './auth/forgot-password.ts';
import listConnections from './auth/list-connections.ts';
import google from './auth/google.ts';
import listProviders from './auth/list-providers.ts';
import login from './auth/login.ts';
import logout from './auth/logout.ts';
import register from './auth/register.ts';
import removeConnection from './auth/remove-connection.ts';
import resendConfirmation from './auth/resend-confirmation.ts';
import resetWithHash from './auth/reset-with-hash.ts';
import startConnection from './auth/start-connection.ts';
import startSocialLogin from './auth/start-social-login.ts';
import cancelPlan from './billing/cancel-plan.ts';
import changeInterval from './billing/change-interval.ts';
import checkSubscriptionSession from './billing/check-subscription-session.ts';
import createPortalSession from './billing/create-portal-session.ts';
import createSubscription from './billing/create-subscription.ts';
import createTeamPortalSession from './billing/create-team-portal-session.ts';
import createTeamSubscription from './billing/create-team-subscription.ts';
import expirePaymentSession from './billing/expire-payment-session.ts';
import getCustomer from './billing/get-customer.ts';
import listInvoices from './billing/list-invoices.ts';
import listTeamInvoices from './billing/list-team-invoices.ts';
import renewTeamSubscription from './billing/renew-team-subscription.ts';
import updateTeamSubscription from './billing/update-team-subscription.ts';
import archiveChat from './chat/archive-chat.ts';
import clearChat from './chat/clear-chat.ts';
import deleteChats from './chat/delete-chats.ts';
import duplicateChat from './chat/duplicate-chat.ts';
import editChat from './chat/edit-chat.ts';
import listModels from './chat/list-models.ts';
import focusChat from './chat/focus-chat.ts';
import followReply from './chat/follow-reply.ts';
import getChat from './chat/get-chat.ts';
import getMessage from './chat/get-message.ts';
import getSharedChat from './chat/get-shared-chat.ts';
import improvePrompt from './chat/improve-prompt.ts';
import keepChat from './chat/keep-chat.ts';
import listChats from './chat/list-chats.ts';
import listShares from './chat/list-shares.ts';
import nameChat from './chat/name-chat.ts';
import pinChat from './chat/pin-chat.ts';
import pinMessage from './chat/pin-message.ts';
import readContext from './chat/read-context.ts';
import renameChat from './chat/rename-chat.ts';
import reportMessage from './chat/report-message.ts';
import restoreChats from './chat/restore-chats.ts';
import revokeShare from './chat/revoke-share.ts';
import saveSummary from './chat/save-summary.ts';
import searchMessages from './chat/search-messages.ts';
import selectVersion from './chat/select-version.ts';
import shareChat from './chat/share-chat.ts';
import stopReply from './chat/stop-reply.ts';
import streamFunctionReply from './chat/stream-function-reply.ts';
import streamReply from './chat/stream-reply.ts';
import followChanges from './changes/follow-changes.ts';
import cancelImport from './data/cancel-import.ts';
import listImports from './data/list-imports.ts';
import runImport from './data/run-import.ts';
import startImport from './data/start-import.ts';
import generateDocument from './files/generate-document.ts';
import objectFromPresignedUrl from './files/object-from-presigned-url.ts';
import inspectFiles from './files/inspect-files.ts';
import uploadUrl from './files/upload-url.ts';
import reportReleases from './health/report-releases.ts';
import listApps from './help/list-apps.ts';
import sendHelpMessage from './help/send-help-message.ts';
import disconnectGoogle from './integrations/disconnect-google.ts';
import disconnectMicrosoft from './integrations/disconnect-microsoft.ts';
import listIntegrations from './integrations/list-integrations.ts';
import startConsent from './integrations/start-consent.ts';
import addMemory from './memories/add-memory.ts';
import deleteMemory from './memories/delete-memory.ts';
import editMemory from './memories/edit-memory.ts';
import listMemories from './memories/list-memories.ts';
import setMemoryEnabled from './memories/set-memory-enabled.ts';
import finishPasskeyLogin from './passkeys/finish-passkey-login.ts';
import finishPasskeyRegistration from './passkeys/finish-passkey-registration.ts';
import listPasskeys from './passkeys/list-passkeys.ts';
import renamePasskey from './passkeys/rename-passkey.ts';
import removePasskey from './passkeys/remove-passkey.ts';
import startPasskeyLogin from './passkeys/start-passkey-login.ts';
import startPasskeyRegistration from './passkeys/start-passkey-registration.ts';
import deleteUser from './profile/delete-user.ts';
import updateUser from './profile/update-user.ts';
import fcmSubscribe from './push/fcm-subscribe.ts';
import fcmUnsubscribe from './push/fcm-unsubscribe.ts';
import publicPushKey from './push/public-push-key.ts';
import registerBrowser from './push/register-browser.ts';
import authPing from './session/auth-ping.ts';
import endAllSessions from './session/end-all-sessions.ts';
import endSession from './session/end-session.ts';
import getIpInfo from './session/get-ip-info.ts';
import getUser from './session/get-user.ts';
import listSessions from './session/list-sessions.ts';
import ping from './session/ping.ts';
import createEditTag from './tags/create-edit-tag.ts';
import editTagContext from './tags/edit-tag-context.ts';
import getTagContext from './tags/get-tag-context.ts';
import listTags from './tags/list-tags.ts';
import removeFromChat from './tags/remove-from-chat.ts';
import closeTeam from './teams/close-team.ts';
import createEditRole from './teams/create-edit-role.ts';
import editUserRoles from './teams/edit-user-roles.ts';
import getInvitation from './teams/get-invitation.ts';
import getTeam from './teams/get-team.ts';
import joinTeam from './teams/join-team.ts';
import leaveTeam from './teams/leave-team.ts';
import listTeamLog from './teams/list-team-log.ts';
import listTeams from './teams/list-teams.ts';
import removeMember from './teams/remove-member.ts';
import renameTeam from './teams/rename-team.ts';
import renewJoinLink from './teams/renew-join-link.ts';
import setTeamAdmin from './teams/set-team-admin.ts';
import setTeamModel from './teams/set-team-model.ts';
import switchActiveTeam from './teams/switch-active-team.ts';
import transferOwnership from './teams/transfer-ownership.ts';
import getModelUsage from './usage/get-model-usage.ts';
import getUsage from './usage/get-usage.ts';
import setBudget from './usage/set-budget.ts';
import type { Registry } from './registry-type.ts';

export const registry: Registry = {
  'agents.createEditAgent': createEditAgent,
  'agents.deleteAgent': deleteAgent,
  'agents.getAgent': getAgent,
  'agents.getSharedTitle': getSharedTitle,
  'agents.listAgents': listAgents,
  'agents.shareAgent': shareAgent,
  'auth.apple': apple,
  'auth.azure': azure,
  'auth.changeEmail': changeEmail,
  'auth.changePassword': changePassword,
  'auth.changeWithHash': changeWithHash,
  'auth.confirmPassword': confirmPassword,
  'auth.forgotPassword': forgotPassword,
  'auth.listConnections': listConnections,
  'auth.google': google,
  'auth.listProviders': listProviders,
  'auth.login': login,
  'auth.logout': logout,
  'auth.register': register,
  'auth.removeConnection': removeConnection,
  'auth.resendConfirmation': resendConfirmation,
  'auth.resetWithHash': resetWithHash,
  'auth.startConnection': startConnection,
  'auth.startSocialLogin': startSocialLogin,
  'billing.cancelPlan': cancelPlan,
  'billing.changeInterval': changeInterval,
  'billing.checkSubscriptionSession': checkSubscriptionSession,
  'billing.createPortalSession': createPortalSession,
  'billing.createSubscription': createSubscription,
  'billing.createTeamPortalSession': createTeamPortalSession,
  'billing.createTeamSubscription': createTeamSubscription,
  'billing.expirePaymentSession': expirePaymentSession,
  'billing.getCustomer': getCustomer,
  'billing.listInvoices': listInvoices,
  'billing.listTeamInvoices': listTeamInvoices,
  'billing.renewTeamSubscription': renewTeamSubscription,
  'billing.updateTeamSubscription': updateTeamSubscription,
  'chat.archiveChat': archiveChat,
  'chat.clearChat': clearChat,
  'chat.deleteChats': deleteChats,
  'chat.duplicateChat': duplicateChat,
  'chat.editChat': editChat,
  'chat.listModels': listModels,
  'chat.focusChat': focusChat,
  'chat.followReply': followReply,
  'chat.getChat': getChat,
  'chat.getMessage': getMessage,
  'chat.getSharedChat': getSharedChat,
  'chat.improvePrompt': improvePrompt,
  'chat.keepChat': keepChat,
  'chat.listChats': listChats,
  'chat.listShares': listShares,
  'chat.nameChat': nameChat,
  'chat.pinChat': pinChat,
  'chat.pinMessage': pinMessage,
  'chat.readContext': readContext,
  'chat.saveSummary': saveSummary,
  'chat.renameChat': renameChat,
  'chat.reportMessage': reportMessage,
  'chat.restoreChats': restoreChats,
  'chat.revokeShare': revokeShare,
  'chat.searchMessages': searchMessages,
  'chat.selectVersion': selectVersion,
  'chat.shareChat': shareChat,
  'chat.stopReply': stopReply,
  'chat.streamFunctionReply': streamFunctionReply,
  'chat.streamReply': streamReply,
  'changes.followChanges': followChanges,
  'data.cancelImport': cancelImport,
  'data.listImports': listImports,
  'data.runImport': runImport,
  'data.startImport': startImport,
  'files.generateDocument': generateDocument,
  'files.inspectFiles': inspectFiles,
  'files.objectFromPresignedUrl': objectFromPresignedUrl,
  'files.uploadUrl': uploadUrl,
  'health.reportReleases': reportReleases,
  'help.sendHelpMessage': sendHelpMessage,
  'help.listApps': listApps,
  'integrations.disconnectGoogle': disconnectGoogle,
  'integrations.disconnectMicrosoft': disconnectMicrosoft,
  'integrations.listIntegrations': listIntegrations,
  'integrations.startConsent': startConsent,
  'memories.addMemory': addMemory,
  'memories.deleteMemory': deleteMemory,
  'memories.editMemory': editMemory,
  'memories.listMemories': listMemories,
  'memories.setMemoryEnabled': setMemoryEnabled,
  'passkeys.finishPasskeyLogin': finishPasskeyLogin,
  'passkeys.finishPasskeyRegistration': finishPasskeyRegistration,
  'passkeys.listPasskeys': listPasskeys,
  'passkeys.removePasskey': removePasskey,
  'passkeys.renamePasskey': renamePasskey,
  'passkeys.startPasskeyLogin': startPasskeyLogin,
  'passkeys.startPasskeyRegistration': startPasskeyRegistration,
  'profile.deleteUser': deleteUser,
  'profile.updateUser': updateUser,
  'push.fcmSubscribe': fcmSubscribe,
  'push.fcmUnsubscribe': fcmUnsubscribe,
  'push.publicPushKey': publicPushKey,
  'push.registerBrowser': registerBrowser,
  'session.authPing': authPing,
  'session.endAllSessions': endAllSessions,
  'session.endSession': endSession,
  'session.getIpInfo': getIpInfo,
  'session.getUser': getUser,
  'session.listSessions': listSessions,
  'session.ping': ping,
  'tags.createEditTag': createEditTag,
  'tags.editTagContext': editTagContext,
  'tags.getTagContext': getTagContext,
  'tags.listTags': listTags,
  'tags.removeFromChat': removeFromChat,
  'teams.closeTeam': closeTeam,
  'teams.createEditRole': createEditRole,
  'teams.editUserRoles': editUserRoles,
  'teams.getInvitation': getInvitation,
  'teams.getTeam': getTeam,
  'teams.joinTeam': joinTeam,
  'teams.leaveTeam': leaveTeam,
  'teams.listTeamLog': listTeamLog,
  'teams.listTeams': listTeams,
  'teams.removeMember': removeMember,
  'teams.renameTeam': renameTeam,
  'teams.renewJoinLink': renewJoinLink,
  'teams.setTeamAdmin': setTeamAdmin,
  'teams.setTeamModel': setTeamModel,
  'teams.switchActiveTeam': switchActiveTeam,
  'teams.transferOwnership': transferOwnership,
  'usage.getUsage': getUsage,
  'usage.getModelUsage': getModelUsage,
  'usage.setBudget': setBudget,
};

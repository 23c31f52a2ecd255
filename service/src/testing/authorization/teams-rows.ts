import type { Row } from './row.ts';

const teamless = ['free', 'premium', 'productAdmin'] as const;

export const teamsRows = {
  'billing.getCustomer': {},
  'billing.createPortalSession': { status: { premium: 200, productAdmin: 200, others: 404 } },
  'billing.createSubscription': { status: { free: 200, others: 409 } },
  'billing.createTeamSubscription': { own: () => ({ name: 'Crew', quantity: 2 }) },
  'billing.checkSubscriptionSession': {
    own: async (t, o) => ({ sessionId: await t.checkout(o) }),
    foreign: { checkout: async (t, o) => ({ sessionId: await t.checkout(o) }) },
  },
  'billing.expirePaymentSession': {
    own: async (t, o) => ({ sessionId: await t.checkout(o) }),
    foreign: { checkout: async (t, o) => ({ sessionId: await t.checkout(o) }) },
  },
  'billing.updateTeamSubscription': {
    own: (_t, { teamId }) => ({ teamId, quantity: 6, returnProrationAmount: true }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId, quantity: 2 }) },
  },
  'billing.createTeamPortalSession': {
    own: (_t, { teamId }) => ({ teamId }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId }) },
  },
  'billing.listInvoices': {},
  'billing.listTeamInvoices': {
    own: (_t, { teamId }) => ({ teamId }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId }) },
  },
  'billing.cancelPlan': {
    own: (t, o) => t.plan(o).then((planId) => ({ planId })),
    foreign: { plan: async (t, o) => ({ planId: await t.plan(o) }) },
  },
  'billing.changeInterval': {
    own: () => ({ interval: 'year', preview: true }),
    status: { premium: 200, productAdmin: 200, others: 409 },
  },
  'billing.renewTeamSubscription': {
    own: (_t, { teamId }) => ({ teamId, quantity: 6 }),
    // The team already has a plan.
    status: 409,
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId, quantity: 2 }) },
  },
  'teams.getTeam': {
    own: (_t, { teamId }) => ({ teamId }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId }) },
  },
  'teams.listTeams': {},
  'teams.renameTeam': {
    own: (_t, { teamId }) => ({ teamId, name: 'Ours' }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId, name: 'Mine' }) },
  },
  'teams.setTeamModel': {
    own: (_t, { teamId }) => ({ teamId, model: null }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId, model: null }) },
  },
  'usage.setBudget': {
    own: (_t, { teamId }) => ({ teamId, dollars: 5 }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId, dollars: 5 }) },
  },
  'teams.renewJoinLink': {
    own: (_t, { teamId }) => ({ teamId, days: 7 }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId }) },
  },
  // Ownership cannot be transferred to oneself.
  'teams.transferOwnership': {
    own: (_t, o) => ({ teamId: o.teamId, memberId: o.id }),
    status: 400,
    without: teamless,
    foreign: {
      team: async (_t, o, actor) => ({ teamId: o.teamId, memberId: actor.id }),
      member: async (_t, o, actor) => ({ teamId: actor.teamId ?? o.teamId, memberId: o.id }),
    },
  },
  'teams.listTeamLog': {
    own: (_t, { teamId }) => ({ teamId }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId }) },
  },
  'teams.getInvitation': { own: () => ({ teamId: '0123456789abcdef01234567' }), status: 404 },
  // The last admin cannot leave.
  'teams.leaveTeam': {
    own: (_t, { teamId }) => ({ teamId }),
    status: { teamAdmin: 400, otherTeamsAdmin: 400, others: 200 },
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId }) },
  },
  'teams.setTeamAdmin': {
    own: (_t, o) => ({ teamId: o.teamId, memberId: o.id, admin: true }),
    without: teamless,
    foreign: {
      team: async (_t, o, actor) => ({ teamId: o.teamId, memberId: actor.id, admin: true }),
      member: async (_t, o, actor) => ({ teamId: actor.teamId ?? o.teamId, memberId: o.id, admin: true }),
    },
  },
  'teams.closeTeam': {
    own: (_t, { teamId }) => ({ teamId }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId }) },
  },
  'teams.joinTeam': { own: () => ({ teamId: '0123456789abcdef01234567' }), status: 404 },
  'teams.switchActiveTeam': {
    own: (_t, { teamId }) => ({ teamId }),
    without: teamless,
    foreign: { team: async (_t, { teamId }) => ({ teamId }) },
  },
  'teams.createEditRole': {
    own: (_t, { teamId }) => ({ teamId, name: 'Writers' }),
    without: teamless,
    foreign: {
      team: async (_t, { teamId }) => ({ teamId, name: 'Mine' }),
      role: async (t, o, actor) => ({ teamId: actor.teamId ?? o.teamId, roleId: await t.role(o), name: 'Mine' }),
      member: async (_t, o, actor) => ({ teamId: actor.teamId ?? o.teamId, name: 'Mine', members: [o.id] }),
    },
  },
  'teams.editUserRoles': {
    own: async (t, o) => ({ teamId: o.teamId, memberId: o.id, roleIds: [await t.role(o)] }),
    without: teamless,
    foreign: {
      team: async (t, o) => ({ teamId: o.teamId, memberId: o.id, roleIds: [await t.role(o)] }),
      role: async (t, o, actor) => ({
        teamId: actor.teamId ?? o.teamId,
        memberId: actor.id,
        roleIds: [await t.role(o)],
      }),
      member: async (_t, o, actor) => ({ teamId: actor.teamId ?? o.teamId, memberId: o.id, roleIds: [] }),
    },
  },
  'teams.removeMember': {
    own: (_t, o) => ({ teamId: o.teamId, memberId: o.id }),
    status: 400,
    without: teamless,
    foreign: {
      team: async (_t, o) => ({ teamId: o.teamId, memberId: o.id }),
      member: async (_t, o, actor) => ({ teamId: actor.teamId ?? o.teamId, memberId: o.id }),
    },
  },
} as const satisfies Readonly<Record<string, Row>>;

import { unknownMember, unknownRole } from '../sentences.ts';
import type * as calls from '../calls/teams.ts';
import { badRequest, conflict, forbidden, gone, notFound, rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'unknown-team': notFound('This team does not exist.'),
  'unknown-member': notFound(unknownMember),
  'unknown-role': notFound(unknownRole),
  'last-admin': badRequest('The last admin of a team cannot be removed. Transfer the ownership first.'),
  'already-admin': badRequest('Choose another member: you’re already an admin.'),
  'team-plan-ends': conflict(
    'The team has just changed, so nobody has left it. But its plan ends with the paid period, unless an admin adds a card and resumes it.',
  ),
  'team-plan-ended': conflict('The plan of this team has ended.'),
  'no-free-seat': conflict('This team has no free seat. Ask an admin of the team to add one.'),
  'invalid-join-link': forbidden('This link is no longer valid. Ask an admin of the team for the new one.'),
  'expired-join-link': gone('This link has expired. Ask an admin of the team for a new one.'),
  'not-team-owner': forbidden('Only the admin who pays for this team can close it.'),
  'too-many-joins': rateLimited('Too many tries to join a team. Please wait a moment.'),
} as const;

export const failsWith = {
  getTeam: ['unknown-team'],
  listTeams: [],
  joinTeam: [
    'unknown-team',
    'team-plan-ended',
    'no-free-seat',
    'invalid-join-link',
    'expired-join-link',
    'too-many-joins',
  ],
  getInvitation: ['unknown-team', 'invalid-join-link', 'expired-join-link', 'too-many-joins'],
  leaveTeam: ['unknown-team', 'unknown-member', 'last-admin', 'team-plan-ends'],
  setTeamAdmin: ['unknown-team', 'unknown-member', 'last-admin'],
  closeTeam: ['unknown-team', 'not-team-owner', 'seats-busy', 'payment-pending'],
  switchActiveTeam: ['not-team-member'],
  createEditRole: ['unknown-team', 'unknown-role', 'unknown-member', 'name-required'],
  editUserRoles: ['unknown-team', 'unknown-role', 'unknown-member'],
  removeMember: ['unknown-team', 'unknown-member', 'last-admin', 'team-plan-ends'],
  renameTeam: ['unknown-team'],
  setTeamModel: ['unknown-team', 'unknown-model'],
  renewJoinLink: ['unknown-team'],
  transferOwnership: ['unknown-team', 'unknown-member', 'already-admin'],
  listTeamLog: [],
} as const satisfies FailsWith<typeof calls>;

import * as slots from '#contracts/slots';

const command = { slot: slots.workspace.commands, label: 'Team', icon: 'users' } as const;
/** Leads to the user's team, or to a new one. */
export const commands = [
  { ...command, expose: './admin', when: { roles: ['teamMember'] } },
  { ...command, expose: './new-team', when: { roles: ['teamless'] } },
] as const;

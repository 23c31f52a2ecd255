/**
 * What can change under a screen. A person's own: `chats` are their rows with title, order, pin, archive and
 * collections; `messages` what a chat says, with the summary that its model is given, named by the chat; `settings` the profile with all of its choices;
 * `session` where they are signed in, `connections` the providers that they sign in with; `teams` which teams they are in, and as what.
 */
export const personKinds = [
  'chats',
  'messages',
  'shares',
  'collections',
  'agents',
  'memories',
  'settings',
  'session',
  'passkeys',
  'connections',
  'integrations',
  'imports',
  'teams',
  'plan',
] as const;
export type PersonKind = (typeof personKinds)[number];

/** What can change under the screens of a team's members; `team` is its name, its link, and whether it is there. */
export const teamKinds = ['team', 'members', 'seats', 'roles', 'agents', 'plan'] as const;
export type TeamKind = (typeof teamKinds)[number];

/** A change with whose it is. */
export type ChangeName = `person.${PersonKind}` | `team.${TeamKind}`;

/**
 * What can change for a user. `chats` are the rows of chats with title, order, pin, archive and collections. `messages`
 * are the contents of chats, including the summary for the model, by the chat's id. `settings` is the profile with all
 * of its choices. `session` is where they are signed in, and `connections` the providers that they sign in with.
 * `teams` is which teams they are in, and with what role.
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

/** What can change for the members of a team. `team` is its name, its link, and whether it exists. */
export const teamKinds = ['team', 'members', 'seats', 'roles', 'agents', 'plan'] as const;
export type TeamKind = (typeof teamKinds)[number];

/** The name of a change: whose it is, and its kind. */
export type ChangeName = `person.${PersonKind}` | `team.${TeamKind}`;

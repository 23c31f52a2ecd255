import { isId } from '@atrium/shared-kernel/contracts/id';
import type { KeyValue } from '@atrium/shared-kernel/remote';

/** The content of a join link: the team and, once the link was renewed, its key. */
export interface Invitation {
  readonly teamId: string;
  readonly key: string | undefined;
}

/** The login pages return to the team by this cookie. The key of the link is in a second one. */
const teamCookie = 'joinTeamId';
const keyCookie = 'joinTeamKey';

/** The invitation in the URL. Undefined if it names no team. A key that was stored during a sign-up counts, too. */
export const invitationOf = (search: string, cookies: KeyValue): Invitation | undefined => {
  const query = new URLSearchParams(search);
  const teamId = query.get('id');
  if (!isId(teamId)) return undefined;
  const [keyTeam, key] = (cookies.get(keyCookie) ?? '').split('.');
  return { teamId, key: query.get('key') ?? (keyTeam === teamId ? key : undefined) };
};

export const storeInvitation = (cookies: KeyValue, { teamId, key }: Invitation): void => {
  cookies.set(teamCookie, teamId);
  if (key !== undefined) cookies.set(keyCookie, `${teamId}.${key}`);
};

export const forgetInvitation = (cookies: KeyValue): void => {
  cookies.remove(teamCookie);
  cookies.remove(keyCookie);
};

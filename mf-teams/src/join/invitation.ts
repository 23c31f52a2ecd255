import { isId } from '@atrium/shared-kernel/contracts/id';
import type { KeyValue } from '@atrium/shared-kernel/remote';

/** What a join link says: the team and, once the link was renewed, its key. */
export interface Invitation {
  readonly teamId: string;
  readonly key: string | undefined;
}

/** The log-in pages lead back to the team by this cookie; the key of the link waits beside it. */
const teamCookie = 'joinTeamId';
const keyCookie = 'joinTeamKey';

/** The invitation in the address; undefined where it names no team. A key that was kept over a sign-up counts. */
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

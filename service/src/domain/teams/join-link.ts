import { randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { teamRemovals, teams } from '../../db/schema/teams.ts';
import { type BasedOn, requireBase } from '../revision.ts';
import { lockTeamAs, type TeamRow } from './lock-team.ts';
import { linkRevision } from './revisions.ts';
import { logTeamChange } from './team-log.ts';
import { DomainError } from '../domain-error.ts';

const day = 86_400_000;

const sameKey = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Throws if a link with this key is invalid: it was renewed (403) or has expired (410). */
export const requireValidLink = ({ joinKey, joinKeyExpires }: TeamRow, key: string | undefined, now: number): void => {
  if (joinKey === null) return;
  if (key === undefined || !sameKey(key, joinKey)) throw new DomainError('invalid-join-link');
  if (joinKeyExpires && joinKeyExpires.getTime() <= now) throw new DomainError('expired-join-link');
};

/**
 * Throws for a user who was removed from the team after the link was created: they cannot rejoin with it (decision
 * 0045).
 */
export const requireMayRejoin = async (tx: Tx, { id, joinKeyDate }: TeamRow, userId: string): Promise<void> => {
  const [removal] = await tx
    .select({ at: teamRemovals.createdDate })
    .from(teamRemovals)
    .where(and(eq(teamRemovals.teamId, id), eq(teamRemovals.userId, userId)));
  if (removal && (joinKeyDate === null || joinKeyDate <= removal.at)) throw new DomainError('invalid-join-link');
};

/** Replaces the link. The new one is valid for `days` days, or until it is replaced. */
export const renewLink = async (
  tx: Tx,
  adminId: string,
  { teamId, days, basedOn }: { teamId: string; days?: number | undefined; basedOn: BasedOn },
  now: number,
) => {
  const team = await lockTeamAs(tx, teamId, adminId);
  requireBase(basedOn, linkRevision(team));
  const joinKeyExpires = days === undefined ? null : new Date(now + days * day);
  await tx
    .update(teams)
    .set({ joinKey: randomBytes(16).toString('base64url'), joinKeyDate: new Date(now), joinKeyExpires })
    .where(eq(teams.id, team.id));
  await logTeamChange(tx, {
    teamId: team.id,
    action: 'linkRenewed',
    actorId: adminId,
    now: joinKeyExpires?.toISOString(),
  });
};

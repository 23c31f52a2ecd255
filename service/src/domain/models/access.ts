import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { ModelAccess, ModelCatalog } from '../../ports/model-catalog.ts';

export interface ModelUser {
  readonly id: string;
  readonly booktAdmin: boolean;
}

/** The groups of a user that decide which models are available. */
export interface Groups {
  readonly productAdmin: boolean;
  readonly plans: ReadonlySet<string>;
  readonly teams: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** Reads a user's groups. The database is only queried if a model is restricted to plans, teams, or roles. */
export const groupsOf = async (
  db: Tx,
  { models }: ModelCatalog,
  { id, booktAdmin }: ModelUser,
  now = Date.now(),
): Promise<Groups> => {
  const grouped = models.some(({ entry: { access } }) => access?.plans ?? access?.teams ?? access?.roles);
  if (!grouped) return { productAdmin: booktAdmin, plans: none, teams: none, roles: none };
  const paidUntil = new Date(now - subscriptionGrace).toISOString();
  const { rows } = await db.execute<{ plans: string[]; teams: string[]; roles: string[] }>(sql`
    select
      array(select distinct s.interval from subscriptions s
        left join team_members m on m.team_id = s.team_id and m.user_id = ${id} and m.paid
        where s.current_end > ${paidUntil}::timestamptz
          and (m.user_id is not null or (s.user_id = ${id} and s.team_id is null))) as plans,
      array(select team_id from team_members where user_id = ${id}) as teams,
      array(select r.id from roles r
        join role_members rm on rm.role_id = r.id and rm.user_id = ${id}
        join team_members tm on tm.team_id = r.team_id and tm.user_id = ${id}
        where not r.deleted) as roles`);
  const { plans = [], teams = [], roles = [] } = rows[0] ?? {};
  return { productAdmin: booktAdmin, plans: new Set(plans), teams: new Set(teams), roles: new Set(roles) };
};

const anyIn = (wanted: readonly string[] = [], has: ReadonlySet<string>): boolean => wanted.some((one) => has.has(one));

/** Whether a user in these groups may use a model; one without access rules is open to everybody. */
export const mayUse = (access: ModelAccess | undefined, { productAdmin, plans, teams, roles }: Groups): boolean =>
  access === undefined ||
  (access.productAdmins === true && productAdmin) ||
  anyIn(access.plans, plans) ||
  anyIn(access.teams, teams) ||
  anyIn(access.roles, roles);

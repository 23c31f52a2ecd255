import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { payCheckout } from '../../local/payments/local.ts';
import type { TestApp } from '../app.ts';
import { createPerson, createTeam } from '../authorization/actors.ts';
import { inTeam, making, roleWith, type Cases } from './prepare.ts';

const idOf = (page: string) => page.split('/').at(-1)!;
/** A team whose plan a member pays for, so that the plan is handed over when the member leaves. */
const payingMember = async (app: TestApp) => {
  const team = await inTeam(app);
  const role = await roleWith(app, team.teamId, team.memberId);
  const { subscriptions, teamMembers } = schema;
  await app.db.update(subscriptions).set({ userId: team.memberId }).where(eq(subscriptions.teamId, team.teamId));
  await app.db.update(teamMembers).set({ admin: true }).where(eq(teamMembers.userId, team.memberId));
  return { ...team, role };
};

export const teamsCases: Cases = {
  'billing.checkSubscriptionSession': [
    async (app) => {
      const { client } = await createPerson(app, 'free');
      const { body } = await client.call(calls.billing.createTeamSubscription, { name: 'Crew', quantity: 2 });
      // Paid at the provider, but not reported yet.
      await payCheckout(app.services.database, idOf(body.redirectUrl), Date.now());
      return making(client, calls.billing.checkSubscriptionSession, { sessionId: idOf(body.redirectUrl) });
    },
    async (app) => {
      const { client } = await createPerson(app, 'free');
      const { body } = await client.call(calls.billing.createSubscription, {});
      // Paid at the provider, but not reported yet.
      await payCheckout(app.services.database, idOf(body.redirectUrl), Date.now());
      return making(client, calls.billing.checkSubscriptionSession, { sessionId: idOf(body.redirectUrl) });
    },
  ],
  'billing.updateTeamSubscription': [
    async (app) => {
      const { teamId, admin } = await inTeam(app);
      return making(admin, calls.billing.updateTeamSubscription, { teamId, quantity: 3 });
    },
  ],
  'billing.cancelPlan': [
    async (app) => {
      const team = await inTeam(app);
      const [plan] = await app.db
        .select()
        .from(schema.subscriptions)
        .where(eq(schema.subscriptions.teamId, team.teamId));
      return making(team.admin, calls.billing.cancelPlan, { planId: plan!.id });
    },
  ],
  'billing.changeInterval': [
    async (app) => {
      const { client } = await createPerson(app, 'premium');
      await client.token();
      return making(client, calls.billing.changeInterval, { interval: 'year' });
    },
  ],
  'billing.createSubscription': [
    async (app) => {
      const { client } = await createPerson(app, 'free');
      await client.token();
      return making(client, calls.billing.createSubscription, { countryCode: 'ZA' });
    },
  ],
  'teams.joinTeam': [
    async (app) => {
      const { teamId } = await createTeam(app);
      const { client } = await createPerson(app, 'free');
      await client.token();
      return making(client, calls.teams.joinTeam, { teamId });
    },
  ],
  'teams.leaveTeam': [
    async (app) => {
      const { teamId, member } = await payingMember(app);
      return making(member, calls.teams.leaveTeam, { teamId });
    },
  ],
  'teams.removeMember': [
    async (app) => {
      const { teamId, admin, memberId } = await payingMember(app);
      return making(admin, calls.teams.removeMember, { teamId, memberId });
    },
  ],
  'teams.setTeamAdmin': [
    async (app) => {
      const { teamId, admin, memberId } = await inTeam(app);
      return making(admin, calls.teams.setTeamAdmin, { teamId, memberId, admin: true });
    },
  ],
  'teams.setTeamModel': [
    async (app) => {
      const { teamId, admin } = await inTeam(app);
      await app.db.update(schema.teams).set({ model: 'gone' }).where(eq(schema.teams.id, teamId));
      return making(admin, calls.teams.setTeamModel, { teamId, model: null });
    },
  ],
  'teams.transferOwnership': [
    async (app) => {
      const { teamId, admin, memberId } = await inTeam(app);
      return making(admin, calls.teams.transferOwnership, { teamId, memberId });
    },
  ],
  'teams.switchActiveTeam': [
    async (app) => {
      const { member, memberId } = await inTeam(app);
      const { teamId } = await createTeam(app);
      await app.db.insert(schema.teamMembers).values({ teamId, userId: memberId, paid: false });
      return making(member, calls.teams.switchActiveTeam, { teamId });
    },
  ],
  'teams.createEditRole': [
    async (app) => {
      const { teamId, admin, memberId } = await inTeam(app);
      return making(admin, calls.teams.createEditRole, { teamId, name: 'Writers', members: [memberId] });
    },
  ],
  'teams.editUserRoles': [
    async (app) => {
      const { teamId, admin, adminId, memberId } = await inTeam(app);
      const roleId = await roleWith(app, teamId, adminId);
      return making(admin, calls.teams.editUserRoles, { teamId, memberId, roleIds: [roleId] });
    },
  ],
};

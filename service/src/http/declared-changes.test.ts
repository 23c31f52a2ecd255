import * as calls from '@atrium/shared-kernel/contracts/calls';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { changesOf } from '@atrium/shared-kernel/contracts/changes/declared';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createRequests, makeEmptyDocuments, settled } from '../testing/authorization/requests.ts';
import { type Actor, createPerson } from '../testing/authorization/actors.ts';
import type { Row } from '../testing/authorization/row.ts';
import { rows } from '../testing/authorization/rows.ts';
import { createFixtures, type Fixtures } from '../testing/authorization/fixtures.ts';
import { accountCases, openIssuer } from '../testing/changes/account-cases.ts';
import { chatsCases } from '../testing/changes/chats-cases.ts';
import type { Cases } from '../testing/changes/prepare.ts';
import { teamsCases } from '../testing/changes/teams-cases.ts';
import { createTeam } from '../testing/teams.ts';

let app: TestApp;
let fixtures: Fixtures;
let issuer: Awaited<ReturnType<typeof openIssuer>>;
beforeAll(async () => {
  issuer = await openIssuer();
  app = await createTestApp({ env: issuer.env, importsApart: true });
  makeEmptyDocuments(app);
  fixtures = createFixtures(app);
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

/** Every access rule allows at least one of them. */
const actors: readonly Actor[] = ['premium', 'teamAdmin', 'productAdmin'];
/** Calls that end in the same function as another call. */
const asOther = {
  'auth.apple': 'auth.google',
  'auth.azure': 'auth.google',
  'chat.stopReply': 'chat.streamFunctionReply',
};
/** All calls except the one that streams the changes, which has no end. */
const changing = callTable.filter(({ name }) => name !== 'changes.followChanges' && !(name in asOther));

/** Cases that the authorization matrix leaves out: other users, states and inputs. */
const cases: Cases = { ...accountCases, ...chatsCases, ...teamsCases };

/** The names of the changes that are recorded while `make` runs. */
const notifiedBy = async (make: () => Promise<unknown>): Promise<string[]> => {
  await settled(app);
  const last = async () =>
    (await app.db.execute<{ id: string }>(sql`select coalesce(max(id), 0) as id from changes`)).rows[0]!.id;
  const before = await last();
  await make();
  await settled(app);
  const { rows: notified } = await app.db.execute<{ name: string }>(
    sql`select distinct split_part(audience, ':', 1) || '.' || kind as name from changes where id > ${before}`,
  );
  return notified.map(({ name }) => name);
};

const requestOf = createRequests();
const asIn = async (call: CallDef, row: Row, actor: Actor) => {
  const person = await createPerson(app, actor);
  await person.client.token();
  const request = requestOf(call, (await row.own?.(fixtures, person)) ?? {});
  return () => person.client.request(request);
};

describe('changes that calls declare', () => {
  it.each(changing.map((call) => [call.name, call] as const))(
    '%s: they are announced, and no others',
    async (name, call) => {
      const row = (rows as Readonly<Record<string, Row>>)[name]!;
      const notified = new Set<string>();
      for (const actor of actors.filter((one) => !row.without?.includes(one)))
        for (const one of await notifiedBy(await asIn(call, row, actor))) notified.add(one);
      for (const prepare of cases[name] ?? [])
        for (const one of await notifiedBy(await prepare(app, fixtures))) notified.add(one);
      expect([...notified].toSorted()).toEqual([...changesOf(call)].toSorted());
    },
  );

  it.each(Object.entries(asOther))('%s: those of %s', (name, other) => {
    expect(changesOf({ name })).toEqual(changesOf({ name: other }));
  });
});

describe('a change of a team', () => {
  it('does not show members which agents, roles and invoices exist: each reads what they may', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const [client, other] = [app.as(admin), await member()];
    const notified = async () => {
      const { rows: found } = await app.db.execute<{ kind: string; ids: string[] }>(
        sql`select kind, ids from changes where audience = ${`team:${teamId}`} and ids <> '{}'`,
      );
      return found.filter(({ kind }) => kind !== 'members');
    };
    const team = async () => (await client.call(calls.teams.getTeam, { teamId })).body;
    await client.call(calls.teams.createEditRole, { teamId, name: 'Board', members: [admin.id] });
    const [board] = (await team()).roles;
    const agent = { teamId, title: 'Board only', instruction: 'Lead.', teamRoleIds: [board!._id] };
    const { flow } = (await client.call(calls.agents.createEditAgent, agent)).body;
    await client.call(calls.agents.createEditAgent, { ...agent, flowId: flow!._id, teamRoleIds: [] });
    await client.call(calls.agents.createEditAgent, { ...agent, flowId: flow!._id, title: 'The board’s' });
    await client.call(calls.teams.editUserRoles, { teamId, memberId: other.id, roleIds: [board!._id] });
    await client.call(calls.agents.deleteAgent, { flowId: flow!._id });
    await client.call(calls.teams.createEditRole, { teamId, roleId: board!._id, deleted: true });
    await client.call(calls.teams.removeMember, { teamId, memberId: other.id });
    await client.call(calls.profile.updateUser, { firstName: 'Tessa' });
    const { rows: kinds } = await app.db.execute<{ kind: string }>(
      sql`select distinct kind from changes where audience = ${`team:${teamId}`} order by kind`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['agents', 'members', 'plan', 'roles']);
    expect(await notified()).toEqual([]);
  });
});

/** Tables whose rows no screen shows by themselves, with the reason. */
const untracked: Readonly<Record<string, string>> = {
  billing_notices: 'emails',
  changes: 'the changes themselves',
  consent_attempts: 'under way in one browser',
  customers: 'a payer at the provider',
  devices: 'browsers that are known',
  email_hashes: 'links by mail',
  help_messages: 'sent to the support',
  mails: 'emails',
  message_files: 'written with their message',
  model_use_days: 'sums of the ledger',
  model_uses: 'the ledger of what models used',
  open_files: 'files that the database searches',
  open_passages: 'the words of these',
  passage_indexes: 'how far a file is split, which no screen shows',
  passage_leases: 'who embeds a file now',
  passage_vectors: 'what passages mean, for searching alone',
  passages: 'parts of files, which models are given and answers cite',
  object_readings: 'what models read',
  objects: 'bytes, shown by what names them',
  passkey_challenges: 'under way in one browser',
  payment_events: 'the provider’s; what they change is told',
  payment_sessions: 'pages of the provider',
  push_tokens: 'of one browser',
  refunds: 'at the provider',
  release_health: 'of versions',
  release_report: 'of versions',
  release_vitals: 'of versions',
  reply_hubs: 'instances',
  reply_segments: 'the stream of a reply',
  sign_in_attempts: 'under way in one browser',
  tag_contexts: 'written with their collection',
  summary_leases: 'who writes a summary now',
  token_factors: 'how models count, which no screen shows',
  team_log: 'written with each change of a team',
  team_removals: 'written with the removal',
  turn_indexes: 'made of messages to find them again',
  turn_leases: 'who makes that now',
  usage_days:
    'counted with each message, which tells its person; a team’s admins would hear of each reply of everybody',
  usage_reservations: 'of what runs',
};

it('each table announces its changes, or is known to show nothing', async () => {
  const { rows: found } = await app.db.execute<{ name: string; tracked: boolean }>(
    sql`select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'tell_%') as tracked
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public'`,
  );
  const silent = found.filter(({ tracked }) => !tracked).map(({ name }) => name);
  expect(silent.toSorted()).toEqual(Object.keys(untracked).toSorted());
});

import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsMax } from '@atrium/shared-kernel/contracts/constants';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { upload } from '../../testing/files/upload.ts';
import { exportOf, textsIn } from '../../testing/archives.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createRecordingModel } from '../../testing/recording-model.ts';

const { agents, memories, roleMembers, roles, teamMembers, teams, users } = schema;

const { model, requests } = createRecordingModel();

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model });
});
afterAll(() => test.close());

const premium = async () => {
  const user = await test.createUser({ premium: true });
  return { ...user, client: test.as(user) };
};
type Person = Awaited<ReturnType<typeof premium>>;
const agentsOf = async ({ client }: Person) =>
  (await client.call(calls.agents.listAgents, {})).body.flows.map(({ title }) => title);
const makeAgent = ({ client }: Person, title: string, more = {}) =>
  client.call(calls.agents.createEditAgent, { title, instruction: `Be ${title}.`, ...more });

const makeTeam = async (admin: Person, members: Person[]) => {
  const teamId = newId();
  await test.db.insert(teams).values({ id: teamId, name: 'Atlas', seats: 5 });
  for (const person of [admin, ...members]) {
    await test.db.insert(teamMembers).values({ teamId, userId: person.id, paid: true, admin: person === admin });
    await test.db.update(users).set({ activeTeamId: teamId }).where(eq(users.id, person.id));
  }
  const [role] = await test.db.insert(roles).values({ teamId, name: 'Editors' }).returning();
  return { teamId, roleId: role!.id };
};

describe('agents', () => {
  it('are (New) until they are clicked, own ones as well; a preview is not a click', async () => {
    const owner = await premium();
    const { body } = await makeAgent(owner, 'Pirate');
    const flowId = body.flow!._id;
    const clicked = async () =>
      (await owner.client.call(calls.agents.listAgents, {})).body.flows.map((flow) => flow.clicked);
    expect(await clicked()).toEqual([false]);
    await owner.client.call(calls.agents.getAgent, { flowId, look: 'true' });
    expect(await clicked()).toEqual([false]);
    await owner.client.call(calls.agents.getAgent, { flowId });
    expect(await clicked()).toEqual([true]);
  });

  it('are created, changed, listed and deleted by their owner', async () => {
    const owner = await premium();
    const { body } = await makeAgent(owner, 'Pirate');
    const flowId = body.flow!._id;
    await makeAgent(owner, 'Captain', { flowId });
    expect(await agentsOf(owner)).toEqual(['Captain']);
    expect((await owner.client.call(calls.agents.getAgent, { flowId })).body).toMatchObject({
      title: 'Captain',
      instruction: 'Be Captain.',
      teamRoles: [],
      memoryDisabled: false,
    });
    await owner.client.call(calls.agents.deleteAgent, { flowId });
    expect(await agentsOf(owner)).toEqual([]);
    expect((await owner.client.call(calls.agents.getAgent, { flowId })).status).toBe(404);
  });

  it('that are requested twice under one id are created once, with what has changed since', async () => {
    const [owner, stranger] = [await premium(), await premium()];
    const newFlowId = 'AB12'.repeat(6);
    const first = (await makeAgent(owner, 'Pirat', { newFlowId })).body.flow!;
    expect(first._id).toBe(newFlowId.toLowerCase());
    expect((await makeAgent(owner, 'Pirate', { newFlowId })).body.flow!._id).toBe(first._id);
    expect(await agentsOf(owner)).toEqual(['Pirate']);
    // Under an id that is taken, others get one of their own.
    expect((await makeAgent(stranger, 'Captain', { newFlowId })).body.flow!._id).not.toBe(first._id);
    await owner.client.call(calls.agents.deleteAgent, { flowId: first._id });
    expect((await makeAgent(owner, 'Poet', { newFlowId })).body.flow!._id).not.toBe(first._id);
    expect([await agentsOf(owner), await agentsOf(stranger)]).toEqual([['Poet'], ['Captain']]);
  });

  it('of a team that are requested twice at the same time are created once', async () => {
    const admin = await premium();
    const { teamId, roleId } = await makeTeam(admin, []);
    const request = { newFlowId: newId(), teamId, teamRoleIds: [roleId] };
    const answers = await Promise.all([1, 2].map(() => makeAgent(admin, 'Clerk', request)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await admin.client.call(calls.teams.getTeam, { teamId })).body.flows).toMatchObject([
      { _id: request.newFlowId, title: 'Clerk', teamRoles: [roleId] },
    ]);
  });

  it('are limited in number, for each owner and each team; existing ones stay editable', async () => {
    const owner = await premium();
    const { teamId } = await makeTeam(owner, []);
    const fill = (row: object, count: number) =>
      test.db
        .insert(agents)
        .values(Array.from({ length: count }, () => ({ title: 'A', instruction: 'B', userId: owner.id, ...row })))
        .returning();
    const [one] = await fill({}, agentsMax - 1);
    await fill({ deleted: true }, 5);
    const answers = await Promise.all([1, 2].map(() => makeAgent(owner, 'Last')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect((await makeAgent(owner, 'Changed', { flowId: one!.id })).status).toBe(200);
    const newFlowId = answers.find(({ status }) => status === 200)!.body.flow!._id;
    expect((await makeAgent(owner, 'Last', { newFlowId })).status).toBe(200);
    expect(await makeAgent(owner, 'Another')).toMatchObject({
      body: { code: 'too-many-agents', msg: 'You can have up to 500 agents. Please delete one first.' },
    });

    await fill({ teamId }, agentsMax - 1);
    expect((await makeAgent(owner, 'Ours', { teamId })).status).toBe(200);
    expect(await makeAgent(owner, 'Another', { teamId })).toMatchObject({
      status: 400,
      body: { code: 'too-many-team-agents', msg: 'A team can have up to 500 agents. Please delete one first.' },
    });
    await owner.client.call(calls.agents.deleteAgent, { flowId: newFlowId });
    expect((await makeAgent(owner, 'Another')).status).toBe(200);
  });

  it('need instructions', async () => {
    const answer = await makeAgent(await premium(), 'Empty', { instruction: '  ' });
    expect(answer).toMatchObject({ status: 400, body: { msg: 'Instructions or files are required.' } });
  });

  it('of another user are inaccessible', async () => {
    const [owner, stranger] = [await premium(), await premium()];
    const flowId = (await makeAgent(owner, 'Mine')).body.flow!._id;
    const answers = [
      await stranger.client.call(calls.agents.getAgent, { flowId }),
      await makeAgent(stranger, 'Yours', { flowId }),
      await stranger.client.call(calls.agents.deleteAgent, { flowId }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await agentsOf(owner)).toEqual(['Mine']);
  });

  it('are readable for everyone with the link once it was shared, until it is revoked', async () => {
    const [owner, stranger] = [await premium(), await premium()];
    const file = await upload(owner.client, 'rules.txt', 'text/plain', 'Rhyme.');
    const files = [{ name: file.name, type: file.type, url: file.url }];
    const flowId = (await makeAgent(owner, 'Poet', { files, welcomeMessage: ' Ahoy! ' })).body.flow!._id;
    const share = ({ client }: Person, shared: boolean) => client.call(calls.agents.shareAgent, { flowId, shared });
    const read = () => stranger.client.call(calls.agents.getAgent, { flowId });
    const open = () => stranger.client.request({ method: 'GET', url: file.url });
    expect([(await share(stranger, true)).status, (await read()).status, (await open()).status]).toEqual([
      404, 404, 403,
    ]);

    expect((await share(owner, true)).status).toBe(200);
    const { body } = await read();
    expect(body).toMatchObject({ title: 'Poet', instruction: 'Be Poet.', files, welcomeMessage: 'Ahoy!' });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['team']));
    expect((await open()).status).toBe(200);
    expect(await agentsOf(stranger)).toEqual([]);
    expect((await makeAgent(stranger, 'Stolen', { flowId })).status).toBe(404);
    const copy = await makeAgent(stranger, 'Copy', { files });
    expect(copy.status).toBe(200);

    await share(owner, false);
    expect((await read()).status).toBe(404);
    await owner.client.call(calls.agents.deleteAgent, { flowId });
    expect((await open()).status).toBe(200);
  });

  it('can be deleted, or no longer shared, after the plan has ended, but not shared again', async () => {
    const [owner, stranger] = [await test.createUser({}), await premium()];
    const client = test.as(owner);
    const [first, second] = await test.db
      .insert(agents)
      .values(['Poet', 'Pirate'].map((title) => ({ title, instruction: 'Rhyme.', userId: owner.id, shared: true })))
      .returning();
    const read = async (flowId: string) => (await stranger.client.call(calls.agents.getAgent, { flowId })).status;
    expect([await read(first!.id), await read(second!.id)]).toEqual([200, 200]);

    const share = (shared: boolean) => client.call(calls.agents.shareAgent, { flowId: first!.id, shared });
    expect((await share(false)).status).toBe(200);
    expect((await client.call(calls.agents.deleteAgent, { flowId: second!.id })).status).toBe(200);
    expect([await read(first!.id), await read(second!.id)]).toEqual([404, 404]);
    expect(await share(true)).toMatchObject({ status: 403, body: { code: 'premium-needed' } });
    expect(await read(first!.id)).toBe(404);
  });

  it('that were deleted are gone for those who have the link', async () => {
    const [owner, stranger] = [await premium(), await premium()];
    const flowId = (await makeAgent(owner, 'Poet')).body.flow!._id;
    await owner.client.call(calls.agents.shareAgent, { flowId, shared: true });
    await owner.client.call(calls.agents.deleteAgent, { flowId });
    expect((await stranger.client.call(calls.agents.getAgent, { flowId })).status).toBe(404);
  });

  it('of a team are visible to all members, or to those with one of its existing roles', async () => {
    const [admin, editor, reader] = [await premium(), await premium(), await premium()];
    const { teamId, roleId } = await makeTeam(admin, [editor, reader]);
    await test.db.insert(roleMembers).values({ roleId, userId: editor.id });
    await makeAgent(admin, 'For all', { teamId });
    await makeAgent(admin, 'For editors', { teamId, teamRoleIds: [roleId] });
    expect((await agentsOf(editor)).toSorted()).toEqual(['For all', 'For editors']);
    expect(await agentsOf(reader)).toEqual(['For all']);
    await test.db.update(roles).set({ deleted: true }).where(eq(roles.id, roleId));
    expect(await agentsOf(editor)).toEqual(['For all']);
    await test.db.delete(teamMembers).where(eq(teamMembers.userId, reader.id));
    expect(await agentsOf(reader)).toEqual([]);
  });

  it('of a team are in the export of their creator only while they may use or edit them', async () => {
    const [admin, maker] = [await premium(), await premium()];
    const { teamId, roleId } = await makeTeam(admin, [maker]);
    const seat = eq(teamMembers.userId, maker.id);
    const exported = async () => {
      const { agents } = JSON.parse(textsIn(await exportOf(test, maker.client))['data.json']!) as {
        agents: { title: string }[];
      };
      return agents.map(({ title }) => title);
    };
    await test.db.update(teamMembers).set({ admin: true }).where(seat);
    await makeAgent(maker, 'Own');
    await makeAgent(maker, 'For all', { teamId });
    await makeAgent(maker, 'For editors', { teamId, teamRoleIds: [roleId] });
    expect(await exported()).toEqual(['Own', 'For all', 'For editors']);
    await test.db.update(teamMembers).set({ admin: false }).where(seat);
    expect(await exported()).toEqual(['Own', 'For all']);
    await test.db.delete(teamMembers).where(seat);
    expect(await exported()).toEqual(['Own']);
  });

  it('of a team are created and changed by its admins only', async () => {
    const [admin, member, stranger] = [await premium(), await premium(), await premium()];
    const { teamId } = await makeTeam(admin, [member]);
    const other = await makeTeam(stranger, []);
    const flowId = (await makeAgent(admin, 'Ours', { teamId })).body.flow!._id;
    expect((await makeAgent(member, 'Theirs', { teamId })).status).toBe(403);
    expect((await makeAgent(member, 'Theirs', { flowId })).status).toBe(403);
    expect((await member.client.call(calls.agents.deleteAgent, { flowId })).status).toBe(403);
    expect((await makeAgent(stranger, 'Theirs', { teamId })).status).toBe(404);
    expect((await makeAgent(admin, 'Ours', { flowId, teamRoleIds: [other.roleId] })).status).toBe(404);
  });

  it('and memories are part of the prompt for the model', async () => {
    const owner = await premium();
    await test.db.insert(memories).values({ userId: owner.id, memory: 'Likes short answers.' });
    const flowId = (await makeAgent(owner, 'Pirate')).body.flow!._id;
    const silent = (await makeAgent(owner, 'Parrot', { memoryDisabled: true })).body.flow!._id;
    await owner.client.stream(calls.chat.streamReply, { prompt: 'Ahoy', flowId });
    expect(requests.at(-1)!.system).toMatch(/“Pirate” with this instruction:\nBe Pirate\.[^]*Likes short answers\./);
    await owner.client.stream(calls.chat.streamReply, { prompt: 'Ahoy', flowId: silent });
    expect(requests.at(-1)!.system).not.toContain('Likes short answers.');
  });
});

describe('memories', () => {
  it('are created by a prompt that requests it, once, and not if the agent has memory off', async () => {
    const owner = await premium();
    const flowId = (await makeAgent(owner, 'Parrot', { memoryDisabled: true })).body.flow!._id;
    const sendPrompt = (prompt: string, more = {}) => owner.client.stream(calls.chat.streamReply, { prompt, ...more });
    await sendPrompt('Remember that I like tea.');
    await sendPrompt('remember I like tea');
    await sendPrompt('Remember that I like coffee.', { flowId });
    await sendPrompt('I remember nothing');
    const { body } = await owner.client.call(calls.memories.listMemories, {});
    expect(body.memories.map(({ memory }) => memory)).toEqual(['I like tea']);
  });

  it('are listed and deleted by their owner only', async () => {
    const [owner, stranger] = [await premium(), await premium()];
    await test.db.insert(memories).values({ userId: owner.id, memory: 'Has a cat.' });
    const { body } = await owner.client.call(calls.memories.listMemories, {});
    expect(body.memories).toMatchObject([{ memory: 'Has a cat.' }]);
    const memoryId = body.memories[0]!._id;
    expect((await stranger.client.call(calls.memories.listMemories, {})).body.memories).toEqual([]);
    expect((await stranger.client.call(calls.memories.deleteMemory, { memoryId })).status).toBe(404);
    expect((await owner.client.call(calls.memories.deleteMemory, { memoryId })).status).toBe(200);
    expect((await owner.client.call(calls.memories.listMemories, {})).body.memories).toEqual([]);
  });
});

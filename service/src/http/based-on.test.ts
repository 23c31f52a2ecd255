import { agents, chat, memories, profile, session, tags, teams } from '@atrium/shared-kernel/contracts/calls';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { TestClient } from '../testing/client.ts';
import { createTeam } from '../testing/teams.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const send = (client: TestClient, { path }: CallDef, payload: object, ifMatch?: string) =>
  client.request({
    method: 'POST',
    url: `/api${path}`,
    payload,
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });
const stale = { status: 412, body: { code: 'stale', msg: expect.stringMatching(/\w/) } };
const done = { status: 200 };

/** Creates a team with two admins and a member. */
const setUp = async () => {
  const { teamId, admin, member } = await createTeam(app);
  const [other, third] = [await member({ admin: true }), await member()];
  const client = app.as(admin);
  const read = async () => (await client.call(teams.getTeam, { teamId })).body;
  await client.call(teams.createEditRole, { teamId, name: 'Support', members: [third.id] });
  return { teamId, other, third, client, colleague: app.as(other), read };
};
type Setting = Awaited<ReturnType<typeof setUp>>;
type Team = Awaited<ReturnType<Setting['read']>>;

interface Change {
  readonly call: CallDef;
  readonly base: (team: Team, setting: Setting) => string | undefined;
  /** Two different changes of the same data. */
  readonly inputs: (setting: Setting, team: Team) => readonly [object, object];
}
const thirdOf = (team: Team, { third }: Setting) => team.members.find(({ _id }) => _id === third.id);

const changes: Readonly<Record<string, Change>> = {
  'the name of a team': {
    call: teams.renameTeam,
    base: ({ revisions }) => revisions?.name,
    inputs: () => [{ name: 'Borealis' }, { name: 'Cassiopeia' }],
  },
  'a role': {
    call: teams.createEditRole,
    base: ({ roles }) => roles[0]?.revision,
    inputs: ({ other }, { roles }) => [
      { roleId: roles[0]?._id, members: [other.id] },
      { roleId: roles[0]?._id, name: 'Sales' },
    ],
  },
  'the end of a role': {
    call: teams.createEditRole,
    base: ({ roles }) => roles[0]?.revision,
    inputs: (_, { roles }) => [
      { roleId: roles[0]?._id, name: 'Sales' },
      { roleId: roles[0]?._id, deleted: true },
    ],
  },
  'the roles of a member': {
    call: teams.editUserRoles,
    base: (team, setting) => thirdOf(team, setting)?.revision,
    inputs: ({ third }, { roles }) => [
      { memberId: third.id, roleIds: [] },
      { memberId: third.id, roleIds: [roles[0]?._id] },
    ],
  },
  'the join link': {
    call: teams.renewJoinLink,
    base: ({ revisions }) => revisions?.link,
    inputs: () => [{}, { days: 7 }],
  },
  'who owns a team': {
    call: teams.transferOwnership,
    base: ({ revisions }) => revisions?.admins,
    inputs: ({ third, other }) => [
      { memberId: third.id, stay: true },
      { memberId: other.id, stay: true },
    ],
  },
};

describe.each(Object.entries(changes))('a change of %s', (_what, { call, base, inputs }) => {
  it('that is based on what is true now is done; one that is not changes nothing and says so', async () => {
    const setting = await setUp();
    const { client, colleague, teamId, read } = setting;
    const before = await read();
    const [first, second] = inputs(setting, before);
    const tag = `"${base(before, setting)}"`;
    expect(await send(colleague, call, { teamId, ...first }, tag)).toMatchObject(done);
    const between = await read();
    expect(await send(client, call, { teamId, ...second }, tag)).toMatchObject(stale);
    expect(await read()).toEqual(between);
    // The user has seen the current state.
    const seen = `"other", "${base(between, setting)}"`;
    expect(await send(client, call, { teamId, ...second }, seen)).toMatchObject(done);
  });

  it('that does not say what it is based on is done', async () => {
    const setting = await setUp();
    const { client, colleague, teamId, read } = setting;
    const [first, second] = inputs(setting, await read());
    expect(await send(colleague, call, { teamId, ...first })).toMatchObject(done);
    expect(await send(client, call, { teamId, ...second }, '*')).toMatchObject(done);
  });
});

it('of changes at the same time that are based on the same state exactly one is done', async () => {
  const { client, colleague, teamId, read } = await setUp();
  const tag = `"${(await read()).revisions?.name}"`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      send(number % 2 ? client : colleague, teams.renameTeam, { teamId, name: `Name ${number}` }, tag),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
});

it('a member is not removed on what was known before another admin gave them rights', async () => {
  const setting = await setUp();
  const { client, colleague, teamId, third, read } = setting;
  const tag = `"${thirdOf(await read(), setting)?.revision}"`;
  await colleague.call(teams.transferOwnership, { teamId, memberId: third.id, stay: true });
  expect(await send(client, teams.removeMember, { teamId, memberId: third.id }, tag)).toMatchObject(stale);
  expect(thirdOf(await read(), setting)).toBeDefined();
});

describe('agents', () => {
  it('of a team are neither overwritten nor deleted with outdated data of another admin', async () => {
    const { client, colleague, teamId, read } = await setUp();
    const agent = { title: 'Guide', instruction: 'Answer in short.', teamId };
    const made = (await client.call(agents.createEditAgent, { ...agent, teamRoleIds: [] })).body.flow!;
    const opened = (await colleague.call(agents.getAgent, { flowId: made._id })).body;
    expect(opened.revision).toBe((await read()).flows[0]?.revision);
    const { flowId, ...change } = { flowId: made._id, ...agent, teamRoleIds: [(await read()).roles[0]!._id] };
    expect(await send(client, agents.createEditAgent, { flowId, ...change }, `"${opened.revision}"`)).toMatchObject(
      done,
    );
    const longer = { flowId, ...agent, instruction: 'Answer at length.' };
    expect(await send(colleague, agents.createEditAgent, longer, `"${opened.revision}"`)).toMatchObject(stale);
    expect(await send(colleague, agents.deleteAgent, { flowId }, `"${opened.revision}"`)).toMatchObject(stale);
    const now = (await read()).flows[0];
    expect(now).toMatchObject({ instruction: 'Answer in short.', teamRoles: change.teamRoleIds });
    expect(await send(colleague, agents.createEditAgent, longer, `"${now?.revision}"`)).toMatchObject(done);
  });
});

describe('collections', () => {
  it('are not overwritten by a second tab; a chat is deleted whatever they are', async () => {
    const client = app.as(await app.createUser({ premium: true }));
    const tag = (await client.call(tags.createEditTag, { name: 'Work' })).body.tag!;
    const base = `"${tag.revision}"`;
    expect(await send(client, tags.createEditTag, { tagId: tag._id, name: 'Home' }, base)).toMatchObject(done);
    expect(await send(client, tags.createEditTag, { tagId: tag._id, icon: 'heart' }, base)).toMatchObject(stale);
    expect(await send(client, tags.createEditTag, { tagId: tag._id, deleted: true }, base)).toMatchObject(stale);
    expect(await send(client, tags.createEditTag, { tagId: tag._id }, base)).toMatchObject(done);
    expect((await client.call(tags.listTags, {})).body.tags).toMatchObject([{ name: 'Home', icon: 'folders' }]);
  });
});

describe('what one user changes in two tabs', () => {
  it('the collections of a chat do not lose what the other tab has added', async () => {
    const client = app.as(await app.createUser({ premium: true }));
    const make = async (name: string) => (await client.call(tags.createEditTag, { name })).body.tag!._id;
    const [work, home] = [await make('Work'), await make('Home')];
    const items = (await client.stream(chat.streamReply, { prompt: 'Hi' })).items;
    const { chatId } = items.find((item) => item.type === 'chatId')!;
    const read = async () => (await client.call(chat.focusChat, { chatId })).body.chat;
    const base = `"${(await read()).revisions?.tags}"`;
    await client.call(tags.createEditTag, { tagId: work, chatId });
    expect(await send(client, chat.editChat, { chatId, tags: [home] }, base)).toMatchObject(stale);
    const now = await read();
    expect(now.tags.map(({ name }) => name)).toEqual(['Work']);
    expect(await send(client, chat.editChat, { chatId, tags: [work, home] }, `"${now.revisions?.tags}"`)).toMatchObject(
      done,
    );
  });

  it('a chat keeps the title from the other tab', async () => {
    const client = app.as(await app.createUser({ premium: true }));
    const items = (await client.stream(chat.streamReply, { prompt: 'Hi' })).items;
    const { chatId } = items.find((item) => item.type === 'chatId')!;
    const read = async () => (await client.call(chat.focusChat, { chatId })).body.chat;
    const base = `"${(await read()).revisions?.title}"`;
    expect(await send(client, chat.renameChat, { chatId, title: 'Tea' }, base)).toMatchObject(done);
    expect(await send(client, chat.renameChat, { chatId, title: 'Coffee' }, base)).toMatchObject(stale);
    const now = await read();
    expect(now.title).toBe('Tea');
    const seen = `"${now.revisions?.title}"`;
    expect(await send(client, chat.renameChat, { chatId, title: 'Coffee' }, seen)).toMatchObject(done);
  });

  it('a memory is not overwritten based on an earlier state', async () => {
    const client = app.as(await app.createUser());
    const { memory } = (await client.call(memories.addMemory, { memory: 'I teach physics.' })).body;
    const base = `"${memory.revision}"`;
    const edit = (text: string) => send(client, memories.editMemory, { memoryId: memory._id, memory: text }, base);
    expect(await edit('I teach chemistry.')).toMatchObject(done);
    expect(await edit('I teach physics and like tea.')).toMatchObject(stale);
    const listed = (await client.call(memories.listMemories, {})).body.memories;
    expect(listed).toMatchObject([{ memory: 'I teach chemistry.' }]);
    // A deletion with the old revision is refused too. One with the listed revision succeeds.
    const remove = (tag: string) => send(client, memories.deleteMemory, { memoryId: memory._id }, tag);
    expect(await remove(base)).toMatchObject(stale);
    expect(await remove(`"${listed[0]?.revision}"`)).toMatchObject(done);
    expect(await remove(base)).toMatchObject({ status: 404 });
  });

  it('a name of the profile is not overwritten based on an earlier state, and nothing else is compared', async () => {
    const client = app.as(await app.createUser({ firstName: 'Ada' }));
    const read = async () => (await client.call(session.getUser, {})).body;
    const base = `"${(await read()).revision}"`;
    const save = (change: object, tag?: string) => send(client, profile.updateUser, change, tag);
    const saved = await save({ firstName: 'Augusta' }, base);
    expect(saved).toMatchObject({ ...done, body: { revision: (await read()).revision } });
    expect(await save({ lastName: 'Byron' }, base)).toMatchObject(stale);
    expect(await save({ theme: 'dark', emailNotifications: false }, base)).toMatchObject(done);
    expect(await read()).toMatchObject({ firstName: 'Augusta', theme: 'dark' });
    expect((await read()).lastName).not.toBe('Byron');
    expect(await save({ lastName: 'Byron' }, `"${(await read()).revision}"`)).toMatchObject(done);
    expect(await save({ lastName: 'King' })).toMatchObject(done);
  });

  it('of one user’s names that two tabs save at the same time exactly one is saved', async () => {
    const client = app.as(await app.createUser());
    const base = `"${(await client.call(session.getUser, {})).body.revision}"`;
    const tries = ['Grace', 'Joan', 'Hedy', 'Mary'].map((firstName) =>
      send(client, profile.updateUser, { firstName }, base),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect([200, 412].map((status) => statuses.filter((one) => one === status).length)).toEqual([1, 3]);
  });
});

describe('If-Match', () => {
  it.each([
    ['abc', 400],
    ['"a" "b"', 400],
    ['"a', 400],
    ['W/"weak"', 412],
    ['""', 412],
  ])('of %s is answered with %i', async (header, status) => {
    const { client, teamId } = await setUp();
    expect((await send(client, teams.renameTeam, { teamId, name: 'New' }, header)).status).toBe(status);
  });

  it('never matches by a weak tag, and means nothing to a call without a base', async () => {
    const { client, teamId, read } = await setUp();
    const weak = `W/"${(await read()).revisions?.name}"`;
    expect(await send(client, teams.renameTeam, { teamId, name: 'New' }, weak)).toMatchObject(stale);
    expect(await send(client, teams.switchActiveTeam, { teamId }, '"anything"')).toMatchObject(done);
  });
});

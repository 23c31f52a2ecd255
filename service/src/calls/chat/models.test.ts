import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chats } from '../../db/schema/chats.ts';
import { roleMembers, roles, teamMembers } from '../../db/schema/teams.ts';
import { groupsOf } from '../../domain/models/access.ts';
import { catalogOf, plainEntry } from '../../ports/model-catalog.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { errorOf } from '../../testing/provider-formats.ts';
import { type ProviderServer, startProvider } from '../../testing/provider-server.ts';
import { createTeam } from '../../testing/teams.ts';

let openai: ProviderServer;
let anthropic: ProviderServer;
let google: ProviderServer;
let test: TestApp;

const formats = ['openai', 'anthropic', 'google'] as const;
beforeAll(async () => {
  [openai, anthropic, google] = (await Promise.all(formats.map((format) => startProvider(format)))) as [
    ProviderServer,
    ProviderServer,
    ProviderServer,
  ];
  const key = { env: 'PROVIDER_KEY' };
  const models = [
    {
      id: 'fast',
      label: 'Fast',
      name: 'secret-name-1',
      provider: 'openai',
      baseUrl: openai.url,
      key,
      price: { input: 1, output: 8 },
      fallbacks: ['clever'],
    },
    { id: 'clever', label: 'Clever', name: 'secret-name-2', provider: 'anthropic', baseUrl: anthropic.url, key },
    {
      id: 'admins',
      label: 'Newest',
      name: 'secret-name-3',
      provider: 'google',
      baseUrl: google.url,
      key,
      access: { productAdmins: true },
    },
    {
      id: 'safe',
      label: 'Safe',
      name: 'secret-name-4',
      provider: 'google',
      baseUrl: google.url,
      key,
      for: ['secure'],
      fallbacks: ['fast'],
    },
  ];
  process.env['HOME'] ??= '/';
  test = await createTestApp({ env: { ATRIUM_MODELS: JSON.stringify(models), PROVIDER_KEY: 'k' } });
});
afterAll(async () => {
  await test.close();
  await Promise.all([openai, anthropic, google].map((one) => one.close()));
});

const person = async (booktAdmin = false) => test.as(await test.createUser({ premium: true, booktAdmin }));
type Client = Awaited<ReturnType<typeof person>>;
const send = async (client: Client, input: object) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'Who are you?', ...input });
  const chatId = items.flatMap((item) => (item.type === 'chatId' ? item.chatId : []))[0]!;
  const id = items.flatMap((item) => (item.type === 'id' ? item.id : []))[0]!;
  const message = (await client.call(calls.chat.getMessage, { id })).body;
  return { items, chatId, message };
};

describe('models of a catalog, behind three providers', () => {
  it('answer by the first one, or by the one that the user selects, which stays that of the chat', async () => {
    const client = await person();
    const first = await send(client, {});
    expect(first.message).toMatchObject({ content: 'I am openai.', model: 'fast', modal: 'Fast' });
    const { chatId, message } = await send(client, { id: first.chatId, model: 'clever' });
    expect(message).toMatchObject({ content: 'I am anthropic.', model: 'clever', modal: 'Clever' });
    expect((await send(client, { id: chatId })).message).toMatchObject({ model: 'clever' });
  });

  it('are shown to users by their labels only, in streams and in stored data, and by their names to product admins', async () => {
    const client = await person();
    const { items, message, chatId } = await send(client, {});
    const followed = await client.stream(calls.chat.followReply, { messageId: message._id });
    const chat = await client.call(calls.chat.getChat, { chatId });
    expect(JSON.stringify([items, message, followed.items, chat.body])).not.toContain('secret-name');
    expect(items).toContainEqual(expect.objectContaining({ type: 'modal', modal: 'Fast', model: 'fast' }));
    const own = await send(await person(true), {});
    expect(own.items).toContainEqual(expect.objectContaining({ type: 'modal', modal: 'secret-name-1' }));
    expect(own.message).toMatchObject({ modal: 'secret-name-1', model: 'fast' });
  });

  it('that a user may not use get none of their messages, and nothing is stored', async () => {
    const client = await person();
    const count = () => test.db.$count(chats);
    const before = await count();
    for (const model of ['admins', 'safe', 'nothing']) {
      const { status, body } = await client.call(calls.chat.streamReply, { prompt: 'Hi', model });
      expect([status, body]).toEqual([400, expect.objectContaining({ code: 'unknown-model' })]);
    }
    expect(await count()).toBe(before);
    const admin = await person(true);
    const own = await send(admin, { model: 'admins' });
    expect(own.message).toMatchObject({ content: 'I am google.', model: 'admins' });
    // A former product admin keeps what is theirs.
    const { chatId } = await send(client, {});
    await test.db.update(chats).set({ model: 'admins' }).where(eq(chats.id, chatId));
    expect((await send(client, { id: chatId })).message).toMatchObject({ model: 'fast' });
  });

  it('are listed to users who may choose them, with names for product admins only', async () => {
    const client = await person();
    const { models } = (await client.call(calls.chat.listModels, {})).body;
    expect(models).toEqual([
      { id: 'fast', label: 'Fast', takes: [], thinks: false, price: 2 },
      { id: 'clever', label: 'Clever', takes: [], thinks: false },
    ]);
    expect((await client.call(calls.session.getUser, {})).body).toMatchObject({ models: true });
    const own = (await (await person(true)).call(calls.chat.listModels, {})).body.models;
    expect(own.map(({ id, name }) => [id, name])).toEqual([
      ['fast', 'secret-name-1'],
      ['clever', 'secret-name-2'],
      ['admins', 'secret-name-3'],
    ]);
  });

  it('apply to new chats of a user and to an agent, unless a chat has its own', async () => {
    const client = await person();
    const refused = { status: 400, body: expect.objectContaining({ code: 'unknown-model' }) };
    const agent = { title: 'Captain', instruction: 'Lead.' };
    expect(await client.call(calls.profile.updateUser, { model: 'admins' })).toMatchObject(refused);
    expect(await client.call(calls.agents.createEditAgent, { ...agent, model: 'safe' })).toMatchObject(refused);
    await client.call(calls.profile.updateUser, { model: 'clever' });
    expect((await client.call(calls.session.getUser, {})).body).toMatchObject({ model: 'clever' });
    expect((await send(client, {})).message).toMatchObject({ model: 'clever' });
    const { flow } = (await client.call(calls.agents.createEditAgent, { ...agent, model: 'fast' })).body;
    expect(flow).toMatchObject({ model: 'fast' });
    const first = await send(client, { flowId: flow!._id });
    expect(first.message).toMatchObject({ model: 'fast' });
    await send(client, { id: first.chatId, model: 'clever' });
    const { chat } = (await client.call(calls.chat.getChat, { chatId: first.chatId })).body;
    expect(chat).toMatchObject({ model: 'clever' });
    // An older screen leaves the model unchanged; null removes it.
    const again = { ...agent, flowId: flow!._id };
    expect((await client.call(calls.agents.createEditAgent, again)).body.flow).toMatchObject({ model: 'fast' });
    const { body } = await client.call(calls.agents.createEditAgent, { ...again, model: null });
    expect(body.flow?.model).toBeUndefined();
    await client.call(calls.profile.updateUser, { model: null });
    expect((await send(client, {})).message).toMatchObject({ model: 'fast' });
  });

  it('apply to new chats of a team, if its member chose none', async () => {
    const { teamId, admin: owner, member } = await createTeam(test);
    const [admin, one] = [test.as(owner), test.as(await member())];
    for (const client of [admin, one]) await client.call(calls.teams.switchActiveTeam, { teamId });
    const set = (client: Client, model: string | null) => client.call(calls.teams.setTeamModel, { teamId, model });
    expect((await set(one, 'clever')).status).toBe(403);
    expect(await set(admin, 'admins')).toMatchObject({ status: 400, body: { code: 'unknown-model' } });
    expect((await set(admin, 'clever')).status).toBe(200);
    expect((await admin.call(calls.teams.getTeam, { teamId })).body).toMatchObject({ model: 'clever' });
    expect((await send(one, {})).message).toMatchObject({ model: 'clever' });
    const byDefault = async () => (await one.call(calls.chat.listModels, {})).body.default;
    expect(await byDefault()).toBe('clever');
    await one.call(calls.profile.updateUser, { model: 'fast' });
    expect((await send(one, {})).message).toMatchObject({ model: 'fast' });
    expect(await byDefault()).toBe('fast');
  });

  it('are chosen for a chat by a message that another model answers, too', async () => {
    const client = await person(true);
    const { chatId, message } = await send(client, { secureMode: true, model: 'clever' });
    expect(message).toMatchObject({ model: 'safe' });
    expect((await client.call(calls.chat.getChat, { chatId })).body.chat).toMatchObject({ model: 'clever' });
  });

  it('replace one another, which the message shows', async () => {
    // Learning from messages would also call the busy model and wait for it. Earlier messages are done, and this one is
    // too short to learn from.
    await test.services.background.settled();
    const usual = openai.answers;
    openai.answers = [
      { status: 429, headers: { 'retry-after': '30' }, body: errorOf('openai', 'requests', 'Slow down.') },
    ];
    const { message, items } = await send(await person(), { prompt: 'Hi' });
    openai.answers = usual;
    expect(message).toMatchObject({
      content: 'I am anthropic.',
      model: 'clever',
      modal: 'Clever',
      omissions: [{ kind: 'model-replaced', names: ['Fast', 'Clever'] }],
    });
    expect(items).toContainEqual(expect.objectContaining({ type: 'system', text: '“Fast” is busy. Asking “Clever”' }));
  });

  it('of secure chats are the only ones that receive them, for fallbacks and titles, too', async () => {
    const admin = await person(true);
    const requestsBefore = [openai, anthropic].map(({ requests }) => requests.length);
    const usual = google.answers;
    google.answers = [
      { status: 503, headers: { 'retry-after': '90' }, body: errorOf('google', 'UNAVAILABLE', 'Down.', '503') },
    ];
    const { message, chatId } = await send(admin, { prompt: 'Our plans in teal', secureMode: true, model: 'fast' });
    google.answers = usual;
    expect(message).toMatchObject({ failed: true, failure: 'busy' });
    await admin.call(calls.chat.nameChat, { chatId, prompt: 'Our plans in teal' });
    expect([openai, anthropic].map(({ requests }) => requests.length)).toEqual(requestsBefore);
  });
});

describe('the groups that models are opened to', () => {
  it('are a user’s plans, teams and roles, for as long as they last', async () => {
    const { teamId, admin, member } = await createTeam(test);
    const [paid, unpaid] = [await member(), await member({ paid: false })];
    const [role] = await test.db.insert(roles).values({ teamId, name: 'Editors' }).returning();
    await test.db.insert(roleMembers).values([paid, unpaid].map(({ id: userId }) => ({ roleId: role!.id, userId })));
    const everything = { plans: ['month'] as const, teams: [teamId], roles: [role!.id] };
    const catalog = catalogOf([
      { ...test.services.catalog.models[0]!, entry: { ...plainEntry('m', 'M', 'm', 'p'), access: everything } },
    ]);
    const groups = async ({ id }: { readonly id: string }, now?: number) => {
      const found = await groupsOf(test.db, catalog, { id, booktAdmin: false }, now);
      return [[...found.plans], [...found.teams], [...found.roles]];
    };
    expect(await groups(admin)).toEqual([['month'], [teamId], []]);
    expect(await groups(paid)).toEqual([['month'], [teamId], [role!.id]]);
    expect(await groups(unpaid)).toEqual([[], [teamId], [role!.id]]);
    expect(await groups(await test.createUser({ premium: true }))).toEqual([['month'], [], []]);
    expect(await groups(paid, Date.now() + 90 * 86_400_000)).toEqual([[], [teamId], [role!.id]]);
    await test.db.delete(teamMembers).where(eq(teamMembers.userId, paid.id));
    expect(await groups(paid)).toEqual([[], [], []]);
    await test.db.update(roles).set({ deleted: true }).where(eq(roles.id, role!.id));
    expect(await groups(unpaid)).toEqual([[], [teamId], []]);
  });
});

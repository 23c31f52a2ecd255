import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createRecordingModel } from '../../testing/recording-model.ts';

const { model, requests } = createRecordingModel();

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model });
});
afterAll(() => test.close());

const person = async () => test.as(await test.createUser({ premium: true }));
type Client = Awaited<ReturnType<typeof person>>;
const make = async (client: Client, title: string) =>
  (await client.call(calls.agents.createEditAgent, { title, instruction: `Be ${title}.` })).body.flow!._id;
const read = async (client: Client, flowId: string) => {
  const { status, body } = await client.call(calls.agents.getAgent, { flowId });
  return status === 200 ? body._id : status;
};
const end = async (client: Client, flowId: string, replacedBy?: string) =>
  (await client.call(calls.agents.deleteAgent, { flowId, ...(replacedBy ? { replacedBy } : {}) })).status;
const listed = async (client: Client) =>
  (await client.call(calls.agents.listAgents, {})).body.flows.map(({ title }) => title);

it('an agent that another replaced leaves the list; its chats and its id resolve to the other, however often', async () => {
  const owner = await person();
  const [first, second, third] = [await make(owner, 'First'), await make(owner, 'Second'), await make(owner, 'Third')];
  const { items } = await owner.stream(calls.chat.streamReply, { prompt: 'Hi', flowId: first });
  const id = items.find((item) => item.type === 'chatId')!.chatId;
  expect(await end(owner, first, second)).toBe(200);
  expect((await listed(owner)).toSorted()).toEqual(['Second', 'Third']);
  expect(await read(owner, first)).toBe(second);
  expect((await owner.call(calls.chat.getChat, { chatId: id })).body.chat?.flow).toBe(second);
  expect(await end(owner, second, third)).toBe(200);
  expect(await read(owner, first)).toBe(third);
  await owner.stream(calls.chat.streamReply, { prompt: 'And now?', id });
  expect(requests.at(-1)!.system).toContain('Be Third.');
  await owner.stream(calls.chat.streamReply, { prompt: 'Hi', flowId: first });
  expect(requests.at(-1)!.system).toContain('Be Third.');
  expect(await end(owner, third)).toBe(200);
  expect(await read(owner, first)).toBe(404);
});

it('its link, if it was shared, resolves to the other until that link is revoked', async () => {
  const [owner, stranger] = [await person(), await person()];
  const [old, next] = [await make(owner, 'Old'), await make(owner, 'Next')];
  await owner.call(calls.agents.shareAgent, { flowId: old, shared: true });
  await end(owner, old, next);
  expect(await read(stranger, old)).toBe(next);
  await owner.call(calls.agents.shareAgent, { flowId: next, shared: false });
  expect(await read(stranger, old)).toBe(404);

  const [secret, open] = [await make(owner, 'Secret'), await make(owner, 'Open')];
  await owner.call(calls.agents.shareAgent, { flowId: open, shared: true });
  await end(owner, secret, open);
  expect(await read(stranger, secret)).toBe(404);
});

it('only another living agent of the same owner replaces one', async () => {
  const [owner, stranger] = [await person(), await person()];
  const [mine, theirs, gone] = [await make(owner, 'Mine'), await make(stranger, 'Theirs'), await make(owner, 'Gone')];
  await end(owner, gone);
  expect([await end(owner, mine, theirs), await end(owner, mine, gone), await end(owner, mine, mine)]).toEqual([
    404, 404, 400,
  ]);
  expect(await listed(owner)).toEqual(['Mine']);
});

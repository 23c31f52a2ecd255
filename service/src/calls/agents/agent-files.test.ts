import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createRecordingModel } from '../../testing/recording-model.ts';
import { lockedPdf } from '../../testing/files/pdf.ts';
import { type Uploaded, upload } from '../../testing/files/upload.ts';

const { roleMembers, roles, teamMembers, teams, users } = schema;

const { model, requests } = createRecordingModel();

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model });
});
afterAll(() => test.close());

const person = async () => {
  const user = await test.createUser({ premium: true });
  return { ...user, client: test.as(user) };
};
type Person = Awaited<ReturnType<typeof person>>;
const fileOf = ({ name, type, url }: Uploaded) => ({ name, type, url });
const make = ({ client }: Person, files: readonly Uploaded[], more = {}) =>
  client.call(calls.agents.createEditAgent, { title: 'Clerk', instruction: '', files: files.map(fileOf), ...more });

it('adds the content of an agent’s files to the model’s system prompt', async () => {
  const owner = await person();
  const file = await upload(owner.client, 'rules.txt', 'text/plain', 'Always answer in rhyme.');
  const { status, body } = await make(owner, [file]);
  expect(status).toBe(200);
  expect(body.flow?.files).toEqual([{ name: 'rules.txt', type: 'text/plain', url: file.url }]);
  await owner.client.stream(calls.chat.streamReply, { prompt: 'Hi', flowId: body.flow!._id });
  const { system = '', files = [] } = requests.at(-1) ?? {};
  expect(system).toContain('<document name="rules.txt" type="text/plain">\nAlways answer in rhyme.\n</document>');
  expect(files).toMatchObject([{ name: 'rules.txt', from: 'agent' }]);
});

it('keeps the files if they are not sent, and removes them with an empty list', async () => {
  const owner = await person();
  const file = await upload(owner.client, 'rules.txt', 'text/plain', 'Rhyme.');
  const { body } = await make(owner, [file]);
  const flowId = body.flow!._id;
  const change = (more: object) =>
    owner.client.call(calls.agents.createEditAgent, { flowId, title: 'Clerk', instruction: '', ...more });
  expect((await change({})).body.flow?.files).toHaveLength(1);
  expect(await change({ files: [] })).toMatchObject({
    status: 400,
    body: { msg: 'Instructions or files are required.' },
  });
  expect((await change({ files: [], instruction: 'Rhyme.' })).body.flow?.files).toEqual([]);
});

it('refuses a file that belongs to another user or cannot be read', async () => {
  const [owner, stranger] = [await person(), await person()];
  const file = await upload(owner.client, 'rules.txt', 'text/plain', 'Rhyme.');
  expect((await make(stranger, [file])).status).toBe(403);
  const locked = await upload(owner.client, 'locked.pdf', 'application/pdf', lockedPdf());
  expect(await make(owner, [locked])).toMatchObject({
    status: 400,
    body: { msg: expect.stringContaining('“locked.pdf” is protected by a password.') },
  });
});

it('lets an admin create a team’s deleted agent again with the files of another admin, and nobody use them elsewhere', async () => {
  const [admin, second, stranger] = [await person(), await person(), await person()];
  const [teamId, otherId] = [newId(), newId()];
  await test.db.insert(teams).values([teamId, otherId].map((id) => ({ id, name: 'Atlas', seats: 5 })));
  await test.db.insert(teamMembers).values([
    { teamId, userId: admin.id, paid: true, admin: true },
    { teamId, userId: second.id, paid: true, admin: true },
    { teamId: otherId, userId: second.id, paid: true, admin: true },
    { teamId: otherId, userId: stranger.id, paid: true, admin: true },
  ]);
  const [file, dropped] = [
    await upload(admin.client, 'rules.txt', 'text/plain', 'Rhyme.'),
    await upload(admin.client, 'dropped.txt', 'text/plain', 'Do not rhyme.'),
  ];
  const { body } = await make(admin, [file, dropped], { teamId });
  const flowId = body.flow!._id;
  await make(admin, [file], { flowId });
  expect((await second.client.call(calls.agents.deleteAgent, { flowId })).status).toBe(200);
  const refused = { status: 403, body: { code: 'not-your-file' } };
  expect(await make(second, [file])).toMatchObject(refused);
  expect(await make(second, [file], { teamId: otherId })).toMatchObject(refused);
  expect(await make(stranger, [file], { teamId: otherId })).toMatchObject(refused);
  expect((await make(stranger, [file], { teamId })).status).toBe(404);
  expect(await make(second, [dropped], { teamId })).toMatchObject(refused);
  const again = await make(second, [file], { teamId });
  expect(again).toMatchObject({ status: 200, body: { flow: { files: [{ url: file.url }] } } });
});

it('lets the members of its roles open a file of a team’s agent, and nobody else; any admin may change it', async () => {
  const [admin, second, member, outsider] = [await person(), await person(), await person(), await person()];
  const teamId = newId();
  await test.db.insert(teams).values({ id: teamId, name: 'Atlas', seats: 5 });
  for (const one of [admin, second, member, outsider])
    await test.db
      .insert(teamMembers)
      .values({ teamId, userId: one.id, paid: true, admin: one === admin || one === second });
  await test.db.update(users).set({ activeTeamId: teamId }).where(eq(users.id, member.id));
  const [role] = await test.db.insert(roles).values({ teamId, name: 'Editors' }).returning();
  await test.db.insert(roleMembers).values({ roleId: role!.id, userId: member.id });

  const file = await upload(admin.client, 'rules.txt', 'text/plain', 'Rhyme.');
  const { body } = await make(admin, [file], { teamId, teamRoleIds: [role!.id] });
  const statusOf = async ({ client }: Person) => (await client.request({ method: 'GET', url: file.url })).status;
  expect([await statusOf(admin), await statusOf(member), await statusOf(outsider)]).toEqual([200, 200, 403]);
  expect(await statusOf(second)).toBe(200);
  expect((await make(second, [file], { flowId: body.flow!._id })).status).toBe(200);
});

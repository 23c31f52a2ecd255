import { profile, session } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { avatarMax } from '../../domain/profile/avatar.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/authorization/actors.ts';
import { png } from '../../testing/files/pictures.ts';
import { upload } from '../../testing/files/upload.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const person = async () => app.as(await app.createUser());
type Client = Awaited<ReturnType<typeof person>>;

const send = (client: Client, content: Buffer | string = png(4, 4), type = 'image/png') =>
  upload(client, 'me.png', type, content);
const show = async (client: Client, avatarImageUrl: string) =>
  (await client.call(profile.updateUser, { avatarImageUrl })).status;
const get = async (client: Client, url: string) => (await client.request({ method: 'GET', url })).status;
const shown = async (client: Client) => (await client.call(session.getUser, {})).body.avatarImageUrl;

describe('the picture of a user', () => {
  it('is uploaded without a plan, and the earlier one is deleted', async () => {
    const client = await person();
    const [first, second] = [await send(client), await send(client)];
    expect(await show(client, first.url)).toBe(200);
    expect(await shown(client)).toBe(first.url);
    expect(await show(client, second.url)).toBe(200);
    expect(await shown(client)).toBe(second.url);
    expect([await get(client, first.url), await get(client, second.url)]).toEqual([404, 200]);
    expect((await app.db.select().from(schema.objects)).map(({ key }) => key)).not.toContain(first.key);
  });

  it('can be removed, with its object', async () => {
    const client = await person();
    const { url } = await send(client);
    await show(client, url);
    expect(await show(client, '')).toBe(200);
    expect(await shown(client)).toBeUndefined();
    expect(await get(client, url)).toBe(404);
  });

  it('stays if it is set again', async () => {
    const client = await person();
    const { url } = await send(client);
    await show(client, url);
    expect(await show(client, url)).toBe(200);
    expect(await get(client, url)).toBe(200);
  });

  it('belongs to the user, is no text, and not too large', async () => {
    const [client, other] = [await person(), await person()];
    const foreign = await send(other);
    const text = await send(client, '<script>alert(1)</script>');
    const large = await send(client, Buffer.concat([png(4, 4), Buffer.alloc(avatarMax)]));
    for (const { url } of [foreign, text, large]) expect(await show(client, url)).toBe(400);
    expect(await shown(client)).toBeUndefined();
  });

  it('is visible only to the members of its user’s team', async () => {
    const { admin, member } = await createTeam(app);
    const { url } = await send(app.as(admin));
    await show(app.as(admin), url);
    const stranger = app.as((await createTeam(app)).member);
    expect([await get(app.as(member), url), await get(stranger, url)]).toEqual([200, 403]);
  });
});

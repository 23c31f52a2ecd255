import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq } from 'drizzle-orm';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import { sessionCookie } from '../../http/cookies.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { createPerson, createTeam } from '../../testing/authorization/actors.ts';
import type { TestClient } from '../../testing/client.ts';
import { countKept } from '../../testing/collected.ts';

let app: TestApp;
let base: string;
beforeAll(async () => {
  app = await createTestApp();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const readers: AbortController[] = [];
afterEach(() => readers.splice(0).forEach((reader) => reader.abort()));

/** Follows changes like a browser; `items` collects them, and `ended` tells whether the service ended the stream. */
const follow = async (client: TestClient, query: string) => {
  const gone = new AbortController();
  readers.push(gone);
  const response = await fetch(`${base}/api/changes?${query}`, {
    headers: { origin, cookie: `${sessionCookie}=${await client.token()}` },
    signal: gone.signal,
  });
  const items: ChangeItem[] = [];
  const state = { ended: false };
  const read = async () => {
    let incomplete = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (incomplete + chunk).split('\n');
      incomplete = lines.pop()!;
      items.push(...lines.map((line) => JSON.parse(line) as ChangeItem));
    }
    state.ended = true;
  };
  if (response.ok) read().catch(() => undefined);
  const changed = () => items.flatMap((item) => (item.type === 'changed' ? [item.kind] : []));
  const cursor = () => items.findLast((item) => item.cursor !== undefined)!.cursor!;
  return { status: response.status, items, changed, cursor, state, leave: () => gone.abort() };
};
const started = async (client: TestClient, query = 'age=0') => {
  const stream = await follow(client, query);
  await vi.waitFor(() => expect(stream.items.length).toBeGreaterThan(0));
  return stream;
};
/** A new instance cannot know what came before a page, but one with a cursor can continue. */
const live = async (client: TestClient) => {
  const first = await started(client);
  const stream = await started(client, `after=${encodeURIComponent(first.cursor())}`);
  first.leave();
  return stream;
};
const add = (client: TestClient, memory = 'Drinks tea.') => client.call(calls.memories.addMemory, { memory });

describe('changes that are followed', () => {
  it('reach every stream of the user, and nobody else', async () => {
    const [ada, bob] = [await createPerson(app, 'premium'), await createPerson(app, 'premium')];
    const [here, there, others] = [await live(ada.client), await live(ada.client), await live(bob.client)];
    await add(ada.client);
    for (const stream of [here, there]) await vi.waitFor(() => expect(stream.changed()).toEqual(['memories']));
    await add(bob.client);
    await vi.waitFor(() => expect(others.changed()).toEqual(['memories']));
    expect(here.changed()).toEqual(['memories']);
  });

  it('continue from a cursor, with everything since then and nothing twice', async () => {
    const { client } = await createPerson(app, 'premium');
    const first = await live(client);
    await add(client);
    await vi.waitFor(() => expect(first.changed()).toEqual(['memories']));
    const cursor = first.cursor();
    first.leave();
    const { body } = await client.call(calls.tags.createEditTag, { name: 'Work' });
    await client.call(calls.tags.createEditTag, { tagId: body.tag!._id, name: 'Home' });
    const second = await started(client, `after=${encodeURIComponent(cursor)}`);
    // One line or two: the instance may have received the first change before the second one was made.
    for (const item of second.items) expect(item).toMatchObject({ kind: 'collections', ids: [body.tag!._id] });
    expect(second.items.at(-1)?.cursor).toBeDefined();
    const third = await started(client, `after=${encodeURIComponent(second.cursor())}`);
    expect(third.items).toEqual([{ type: 'alive', cursor: expect.any(String) as string }]);
  });

  it('are to be reloaded by clients without a position', async () => {
    const { client } = await createPerson(app, 'premium');
    for (const query of ['after=nonsense', 'age=99999999'])
      expect((await started(client, query)).items[0]).toMatchObject({ type: 'reset' });
    expect((await follow(client, 'after=x&unheard=1')).status).toBe(400);
    expect((await follow(app.visitor, '')).status).toBe(401);
  });

  it('end with the session that follows, at once, and with no other', async () => {
    const person = await createPerson(app, 'premium');
    const elsewhere = app.as(person);
    const [mine, other] = [await live(person.client), await live(elsewhere)];
    const { body } = await person.client.call(calls.session.listSessions, {});
    const that = body.sessions.find(({ current }) => !current)!;
    await person.client.call(calls.session.endSession, { sessionId: that._id });
    await vi.waitFor(() => expect(other.state.ended).toBe(true));
    await vi.waitFor(() => expect(mine.changed()).toContain('session'));
    expect(mine.state.ended).toBe(false);
    expect(other.changed()).toEqual([]);
  });

  it('of a team reach its members, from the moment that they are in until they are out', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const newcomer = await createPerson(app, 'free');
    const inside = await live(app.as(member));
    const rename = (name: string) => app.as(admin).call(calls.teams.renameTeam, { teamId, name });
    await rename('Crew');
    await vi.waitFor(() =>
      expect(inside.items).toContainEqual(expect.objectContaining({ kind: 'team', team: teamId })),
    );
    const outside = await live(newcomer.client);
    const { teamMembers } = schema;
    await app.db.insert(teamMembers).values({ teamId, userId: newcomer.id, paid: false });
    await vi.waitFor(() => expect(outside.changed()).toContain('teams'));
    expect(outside.changed()).not.toContain('team');
    await rename('Atlas');
    await vi.waitFor(() => expect(outside.changed()).toContain('team'));
    await app.db.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, member.id)));
    await vi.waitFor(() => expect(inside.changed()).toContain('teams'));
    const before = inside.items.length;
    await rename('Crew');
    await vi.waitFor(() => expect(outside.changed().filter((kind) => kind === 'team')).toHaveLength(2));
    expect(inside.items).toHaveLength(before);
  });

  it('announce at once to the affected users what a seat and a role grant and revoke', async () => {
    const { teamId, member } = await createTeam(app);
    const stream = await live(app.as(member));
    const { roles, roleMembers, teamMembers } = schema;
    const [role] = await app.db.insert(roles).values({ teamId, name: 'Editors' }).returning();
    await app.db.insert(roleMembers).values({ roleId: role!.id, userId: member.id });
    await vi.waitFor(() => expect(stream.changed()).toEqual(expect.arrayContaining(['roles', 'agents'])));
    stream.items.length = 0;
    await app.db.delete(roleMembers).where(eq(roleMembers.roleId, role!.id));
    await vi.waitFor(() => expect(stream.changed()).toEqual(expect.arrayContaining(['roles', 'agents'])));
    stream.items.length = 0;
    await app.db.update(teamMembers).set({ paid: false }).where(eq(teamMembers.userId, member.id));
    await vi.waitFor(() => expect(stream.changed()).toEqual(expect.arrayContaining(['members', 'teams'])));
    expect(stream.state.ended).toBe(false);
  });

  it('keep nobody in memory as they were when they began to follow', async () => {
    const { client, id } = await createPerson(app, 'premium');
    const { sessions } = app.services;
    const viewer = sessions.viewer.bind(sessions);
    const refs: WeakRef<object>[] = [];
    const spy = vi.spyOn(sessions, 'viewer').mockImplementation(async (...request) => {
      const found = await viewer(...request);
      if (found?.id === id) refs.push(new WeakRef(found));
      return found;
    });
    await live(client);
    spy.mockRestore();
    sessions.forget(id);
    expect(refs).not.toHaveLength(0);
    expect(await countKept(refs)).toBe(0);
  });

  it('are limited to a number of connections for each account', async () => {
    const { client } = await createPerson(app, 'premium');
    for (let at = 0; at < 50; at += 1) expect((await follow(client, '')).status).toBe(200);
    expect((await follow(client, '')).status).toBe(429);
  });
});

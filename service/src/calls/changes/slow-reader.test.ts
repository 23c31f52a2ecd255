import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { sessionCookie } from '../../http/cookies.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';

const teams = 10;
/** The number of members of each team; a line contains all of their ids. */
const members = 100;
const rounds = 60;
/** In bytes: less than half of what would be buffered if all lines were written. */
const maxWaiting = 120_000;

/** A user in many teams that change as a whole. */
const createBusyPerson = async (test: TestApp) => {
  const { db } = test;
  const users = [];
  for (let at = 0; at < members; at += 1) users.push(await test.createUser());
  const teamIds = Array.from({ length: teams }, newId);
  await db.insert(schema.teams).values(teamIds.map((id) => ({ id, name: 'Atlas', seats: members })));
  for (const teamId of teamIds)
    await db.insert(schema.teamMembers).values(users.map(({ id: userId }) => ({ teamId, userId, paid: true })));
  return { teamIds, client: test.as(users[0]!) };
};

/** A Unix socket buffers a few hundred kilobytes for a client that does not read, and never more. */
const listen = async ({ app }: TestApp): Promise<{ path: string; sockets: Socket[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-slow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'socket');
  await app.listen({ path });
  const sockets: Socket[] = [];
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  return { path, sockets };
};

const follow = async (path: string, token: string | undefined) => {
  const headers = { origin, cookie: `${sessionCookie}=${token}` };
  const response = await new Promise<IncomingMessage>((resolve) => {
    get({ socketPath: path, path: `/api${calls.changes.followChanges.path}?age=0`, headers }, resolve);
  });
  onTestFinished(() => void response.destroy());
  const items: ChangeItem[] = [];
  createInterface(response).on('line', (line) => items.push(JSON.parse(line) as ChangeItem));
  // A new page also gets the changes of the last seconds.
  await vi.waitFor(() => expect(items.at(-1)?.cursor).toBeDefined());
  items.length = 0;
  return { items, response };
};

it('a browser that does not read costs few bytes, and gets what it has missed once it reads', async () => {
  const test = await createTestApp();
  onTestFinished(() => test.close());
  const { teamIds, client } = await createBusyPerson(test);
  const { path, sockets } = await listen(test);
  const slow = await follow(path, await client.token());
  const fast = await follow(path, await client.token());
  slow.response.pause();

  let waiting = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = fast.items.length;
    await test.db.execute(sql`update users set first_name = 'Ada ' || ${round}::int`);
    await vi.waitFor(() => expect(fast.items.length).toBeGreaterThanOrEqual(before + teams), { interval: 5 });
    waiting = Math.max(waiting, ...sockets.map(({ writableLength }) => writableLength));
  }
  expect(waiting).toBeGreaterThan(0);
  expect(waiting).toBeLessThan(maxWaiting);

  const [team] = teamIds;
  await test.db.execute(sql`update teams set name = 'Crew' where id = ${team}`);
  const renamed = expect.objectContaining({ kind: 'team', team }) as ChangeItem;
  await vi.waitFor(() => expect(fast.items).toContainEqual(renamed));
  slow.response.resume();
  await vi.waitFor(() => expect(slow.items).toContainEqual(renamed), { timeout: 60_000 });
  expect(slow.items.filter(({ type }) => type === 'reset')).toEqual([]);
  expect(slow.items.length).toBeLessThan(fast.items.length);
});

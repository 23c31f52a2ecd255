import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { auth } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { hashPassword } from './passwords.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const threads = Math.max(1, availableParallelism() - 1);
const waiting = 120 * threads;
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.test', password: 'Engine1' };
/** This many passwords to hash, of which those that wait leave when the test says so. */
const rush = (count: number) => {
  const leaving = new AbortController();
  const hashes = Array.from({ length: count }, () =>
    hashPassword('Engine1', { code: 'too-many-logins', signal: leaving.signal }),
  );
  const settled = Promise.allSettled(hashes);
  return { settled, leave: () => leaving.abort() };
};
const rowOf = (email: string) => app.db.select().from(users).where(eq(users.email, email));

describe('a rush of passwords', () => {
  it('of a class that logs in at once is served', async () => {
    const outcomes = await rush(40).settled;
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('is refused beyond some seconds of work, with how long to wait, and those who leave make room', async () => {
    const { settled, leave } = rush(threads + waiting);
    await expect(hashPassword('Engine1', { code: 'too-many-sign-ups' })).rejects.toMatchObject({
      code: 'too-many-sign-ups',
      details: [{ wait: 7000 }],
    });
    leave();
    expect(await hashPassword('Engine1')).toMatch(/^\$argon2id\$/);
    const outcomes = await settled;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(threads);
  });

  it('costs nobody an attempt who comes meanwhile', async () => {
    await app.visitor.call(auth.register, ada);
    const { email, password } = ada;
    const { settled, leave } = rush(threads + waiting + 20);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.visitor.call(auth.login, { email, password: 'Wrong1' })),
    );
    leave();
    await settled;
    for (const { status, body } of answers) {
      expect(status).toBe(429);
      expect(body).toMatchObject({ code: 'too-many-logins', _msBeforeNext: 7000 });
    }
    expect((await app.visitor.call(auth.login, { email, password })).status).toBe(200);
  });

  it('leaves out a sign-up whose browser has left', async () => {
    const { port } = new URL(await app.app.listen({ host: '127.0.0.1', port: 0 }));
    const body = JSON.stringify({ ...ada, email: 'gone@example.test' });
    const consume = vi.spyOn(app.services.limits, 'consume');
    const { settled } = rush(threads + waiting - 1);
    const headers = { origin, host: 'atrium.test', 'content-type': 'application/json' };
    const sent = request({ port, method: 'POST', path: '/api/auth/register', headers }).on('error', () => undefined);
    sent.end(body);
    const counted = () => consume.mock.calls.map(([{ name }]) => name);
    await vi.waitFor(() => expect(counted()).toContain('register-account'), { interval: 5, timeout: 10_000 });
    sent.destroy();
    await settled;
    // Whoever comes later is hashed later, so the sign-up would have had its turn by now.
    expect((await app.visitor.call(auth.register, { ...ada, email: 'later@example.test' })).status).toBe(200);
    expect([await rowOf('gone@example.test'), await rowOf('later@example.test')]).toMatchObject([[], [{}]]);
  });
});

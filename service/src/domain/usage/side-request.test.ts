import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { vectorsFor } from '../passages/embed.ts';
import { runSideRequest, textAmounts } from './side-request.ts';

const { modelUses } = schema;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const log = { warn: (_: object, message: string) => expect.unreachable(message) };
/** A request that only its signal ends, and which says so in words of its own. */
const hanging = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The connection broke.')));
  });
const request = async (ending?: AbortSignal) => {
  const { id: user } = await test.createUser();
  const { price: _, ...model } = test.services.sideEntry;
  return { user, purpose: 'summary', model, timeout: 60_000, ending, log, ...textAmounts('A prompt.') } as const;
};
const usesOf = (user: string) => test.db.select().from(modelUses).where(eq(modelUses.userId, user));

describe('a request that nobody waits for', () => {
  it('ends with the process, with its reason, and what was sent is recorded', async () => {
    const closing = new AbortController();
    const one = await request(closing.signal);
    const sent = runSideRequest(test.services, one, (signal) => {
      setImmediate(() => closing.abort('ending'));
      return hanging(signal);
    });
    await expect(sent).rejects.toBe('ending');
    expect(await usesOf(one.user)).toMatchObject([{ purpose: 'summary', output: 0, estimated: true }]);
  });

  it('is not sent by a process that ends', async () => {
    const one = await request(AbortSignal.abort('ending'));
    const send = vi.fn(hanging);
    await expect(runSideRequest(test.services, one, send)).rejects.toBe('ending');
    expect(send).not.toHaveBeenCalled();
    expect(await usesOf(one.user)).toEqual([]);
  });

  it('for vectors ends with the process, unless somebody waits for them', async () => {
    const { user } = await request();
    const ending = AbortSignal.abort('ending');
    const embed = vi.fn(async () => [[1, 0]]);
    const embedder = { id: 'e', model: 'e', failing: () => undefined, embed };
    const vectors = (patient: boolean) =>
      vectorsFor({ ...test.services, ending }, { embedder, user, log }, ['Text.'], { timeout: 60_000, patient });
    await expect(vectors(true)).rejects.toBe('ending');
    expect(embed).not.toHaveBeenCalled();
    expect(await vectors(false)).toEqual([[1, 0]]);
  });
});

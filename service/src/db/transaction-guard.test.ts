import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { outsideTransaction } from './transaction-guard.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ connections: 2 });
});
afterAll(() => app.close());

const port = outsideTransaction('somewhere', { ask: async () => 'answered', address: () => 'here' }, ['address']);

describe('a transaction of a test', () => {
  it('calls nothing external, only what answers by itself', async () => {
    expect(await app.db.transaction(async () => port.address())).toBe('here');
    await expect(app.db.transaction(() => port.ask())).rejects.toThrow('somewhere.ask was called inside a transaction');
    expect(await port.ask()).toBe('answered');
  });

  it('requests no second connection, and has its own', async () => {
    const first = sql`select 1`;
    expect((await app.db.transaction((tx) => tx.execute(first))).rowCount).toBe(1);
    const message = expect.stringContaining('A second connection was requested inside a transaction') as string;
    await expect(app.db.transaction(() => app.db.execute(first))).rejects.toMatchObject({ cause: { message } });
    await expect(app.db.transaction(() => app.db.transaction((tx) => tx.execute(first)))).rejects.toMatchObject({
      message,
    });
  });

  it('no longer restricts work that outlives it', async () => {
    const ended = Promise.withResolvers<void>();
    let asked: Promise<string> | undefined;
    await app.db.transaction(async () => {
      asked = ended.promise.then(() => port.ask());
    });
    ended.resolve();
    expect(await asked).toBe('answered');
  });

  it.each([
    'payments',
    'egress',
    'location',
    'limits',
    'push',
    'identity',
    'consent',
    'documents',
    'extraction',
  ] as const)('does not call %s', async (name) => {
    const asked = app.services[name] as unknown as Record<string, () => unknown>;
    const [method] = Object.keys(asked).filter((key) => typeof asked[key] === 'function');
    await expect(app.db.transaction(async () => asked[method ?? '']!())).rejects.toThrow('inside a transaction');
  });
});

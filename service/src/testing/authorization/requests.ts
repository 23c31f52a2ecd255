import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { eq, inArray } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { expect, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import type { TestApp } from '../app.ts';

/** Creates requests, each from a different IP address, so that limits by address do not interfere. */
export const createRequests = () => {
  let count = 0;
  return ({ method, path }: CallDef, input: object): InjectOptions => {
    count += 1;
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
    return {
      method,
      url: `/api${path}${method === 'GET' && query.size > 0 ? `?${query}` : ''}`,
      headers: { 'x-forwarded-for': `198.18.${count >> 8}.${count & 255}` },
      ...(method === 'POST' ? { payload: input } : {}),
    };
  };
};

/** Resolves when the work that calls have started is done: imports, replies and the background tasks of these. */
export const settled = async ({ db, services }: TestApp): Promise<void> => {
  const unfinished = inArray(schema.imports.state, ['waiting', 'running']);
  await vi.waitFor(
    async () => {
      expect(await db.$count(schema.messages, eq(schema.messages.pending, true))).toBe(0);
      expect(await db.$count(schema.imports, unfinished)).toBe(0);
    },
    { timeout: 60_000 },
  );
  // The last reply may have started a background task, such as a title for its chat.
  await services.background.settled();
};

import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { eq, inArray } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { expect, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import type { TestApp } from '../app.ts';

/** Makes requests, each from an address of its own: limits by address are not what is tried. */
export const createAsking = () => {
  let asked = 0;
  return ({ method, path }: CallDef, input: object): InjectOptions => {
    asked += 1;
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
    return {
      method,
      url: `/api${path}${method === 'GET' && query.size > 0 ? `?${query}` : ''}`,
      headers: { 'x-forwarded-for': `198.18.${asked >> 8}.${asked & 255}` },
      ...(method === 'POST' ? { payload: input } : {}),
    };
  };
};

/** What calls left to be done has been done: imports, replies, and what these teach. */
export const settled = async ({ db, services }: TestApp): Promise<void> => {
  const underWay = inArray(schema.imports.state, ['waiting', 'running']);
  await vi.waitFor(
    async () => {
      expect(await db.$count(schema.messages, eq(schema.messages.pending, true))).toBe(0);
      expect(await db.$count(schema.imports, underWay)).toBe(0);
    },
    { timeout: 60_000 },
  );
  // What ended last may have begun a task of its own, as a title for its chat.
  await services.background.settled();
};

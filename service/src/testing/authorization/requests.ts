import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { expect, vi } from 'vitest';
import type { DocumentsPort } from '../../ports/documents.ts';
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
  const unfinished = sql`select 1 from messages where pending
    union all select 1 from imports where state in ('waiting', 'running') limit 1`;
  await vi.waitFor(async () => expect((await db.execute(unfinished)).rows).toEqual([]));
  // The last reply may have started a background task, such as a title for its chat.
  await services.background.settled();
};

/** Replaces documents by empty ones, each of which would start a process, where only the call matters. */
export const makeEmptyDocuments = ({ services }: TestApp): void => {
  const make: DocumentsPort['make'] = async () => ({ kind: 'made', bytes: new Uint8Array() });
  Object.assign(services.documents, { make });
};

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createDocuments } from './in-processes.ts';
import type { DocumentOrder } from '../../ports/documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-slots-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = join(import.meta.dirname, 'testing/silent-process.ts');
const order = (title: string): DocumentOrder => ({
  type: 'pdf',
  title: join(folder, title),
  markdown: 'x',
  citations: [],
});
const tooLarge = { kind: 'failed', reason: 'tooLarge' };
const started = (title: string) => existsSync(join(folder, title));
const processOf = (title: string) => Number(readFileSync(join(folder, title), 'utf8'));
const isRunning = (title: string): boolean => {
  try {
    const pid = processOf(title);
    // An empty file is read as 0, which would mean this process's own group.
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** Ends the process of a document, once it runs. */
const end = async (title: string) => {
  await vi.waitFor(() => expect(isRunning(title)).toBe(true));
  process.kill(processOf(title), 'SIGKILL');
};
/** Longer than any test, so that only the test's own clock ends a document. */
const time = 600_000;
afterEach(() => vi.useRealTimers());

describe('the slots of documents', () => {
  it('are released after their timeout: the process is killed, and the next one continues', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const documents = createDocuments({ program, atOnce: 1, time });
    const made = ['one', 'two'].map((title) => documents.make(order(title), title));
    await vi.waitFor(() => expect(isRunning('one')).toBe(true));
    expect(started('two')).toBe(false);
    vi.advanceTimersByTime(time);
    expect(await made[0]).toEqual(tooLarge);
    await vi.waitFor(() => expect([isRunning('one'), started('two')]).toEqual([false, true]));
    vi.advanceTimersByTime(time);
    expect(await made[1]).toEqual(tooLarge);
  });

  it('are never all occupied by one user: a second user does not wait behind the first', async () => {
    const documents = createDocuments({ program, atOnce: 2, time });
    const made = ['a1', 'a2'].map((title) => documents.make(order(title), 'a'));
    made.push(documents.make(order('b1'), 'b'));
    await vi.waitFor(() => expect([started('a1'), started('b1')]).toEqual([true, true]));
    expect(started('a2')).toBe(false);
    for (const title of ['a1', 'b1', 'a2']) await end(title);
    expect(await Promise.all(made)).toEqual([tooLarge, tooLarge, tooLarge]);
  });

  it('refuse a user who has too many requests waiting, and nobody else', async () => {
    const documents = createDocuments({ program, atOnce: 2, time });
    const orders = Array.from({ length: 7 }, (_, at) => documents.make(order(`c${at}`), 'c'));
    expect(await orders[6]).toEqual({ kind: 'failed', reason: 'busy' });
    const other = documents.make(order('d'), 'd');
    for (const title of ['d', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5']) await end(title);
    expect(await other).toEqual(tooLarge);
    for (const made of orders.slice(0, 6)) expect(await made).toEqual(tooLarge);
  });

  it('are released if a process cannot start', async () => {
    const documents = createDocuments({ program: join(folder, 'none.ts'), atOnce: 1, time: 20_000 });
    expect((await documents.make(order('e'), 'e')).kind).toBe('failed');
    expect((await documents.make(order('f'), 'f')).kind).toBe('failed');
  });
});

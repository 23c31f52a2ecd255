import { describe, expect, it } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** A queue whose works end when the test says so. */
const setUp = (limits: { atOnce: number; waiting: number }) => {
  const queue = createWorkQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const run = (name: string, signal?: AbortSignal) => {
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return queue.run(() => {
      begun.push(name);
      return end.promise;
    }, signal);
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    queue,
    run,
    begun: async () => {
      await settled();
      return begun;
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
};

describe('a queue of work', () => {
  it('does as much at once as it may, and the rest in turn', async () => {
    const { run, begun, end } = setUp({ atOnce: 2, waiting: 9 });
    const results = ['a', 'b', 'c', 'd'].map((name) => run(name));
    expect(await begun()).toEqual(['a', 'b']);
    end('b');
    expect(await begun()).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd']) end(name);
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
    expect(await begun()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses what comes while too many wait, and accepts again once one has had its turn', async () => {
    const { queue, run, begun, end } = setUp({ atOnce: 1, waiting: 1 });
    const first = run('a');
    expect(queue.isFull()).toBe(false);
    const second = run('b');
    expect(queue.isFull()).toBe(true);
    expect(await run('c')).toBeUndefined();
    end('a');
    expect(await first).toBe('a');
    expect(queue.isFull()).toBe(false);
    const third = run('d');
    end('b');
    end('d');
    expect(await Promise.all([second, third])).toEqual(['b', 'd']);
    expect(await begun()).toEqual(['a', 'b', 'd']);
  });

  it('leaves out those who have gone, who take nobody’s place', async () => {
    const { queue, run, begun, end } = setUp({ atOnce: 1, waiting: 2 });
    const leaving = new AbortController();
    const stays = run('a');
    const gone = run('b', leaving.signal);
    const next = run('c');
    expect(queue.isFull()).toBe(true);
    leaving.abort();
    expect(await gone).toBeUndefined();
    expect(queue.isFull()).toBe(false);
    expect(await run('d', leaving.signal)).toBeUndefined();
    end('a');
    end('c');
    expect(await Promise.all([stays, next])).toEqual(['a', 'c']);
    expect(await begun()).toEqual(['a', 'c']);
  });

  it('finishes what has begun, although nobody waits for it any more', async () => {
    const { run, begun, end } = setUp({ atOnce: 1, waiting: 1 });
    const leaving = new AbortController();
    const [first, second] = [run('a', leaving.signal), run('b')];
    leaving.abort();
    expect(await begun()).toEqual(['a']);
    end('a');
    expect(await first).toBe('a');
    end('b');
    expect(await second).toBe('b');
  });

  it('goes on after work that failed', async () => {
    const { run, end, fail } = setUp({ atOnce: 1, waiting: 1 });
    const [first, second] = [run('a'), run('b')];
    fail('a');
    await expect(first).rejects.toThrow('a');
    end('b');
    expect(await second).toBe('b');
  });
});

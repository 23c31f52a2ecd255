import { CallFailure } from '../client/call-failure.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSaveQueue, saveLimit, type Turn } from './save-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A queue with three saves that are based on `r1`, which the test answers. */
const setUp = () => {
  const page = new EventTarget();
  const queue = createSaveQueue(page);
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<{ revision?: string }>());
  const turns: Turn[] = [];
  const outcomes = answers.map(({ promise }) =>
    queue
      .run('r1', (turn) => {
        turns.push(turn);
        return promise;
      })
      .catch((error: unknown) => error),
  );
  return { page, queue, answers, outcomes, turns, bases: () => turns.map(({ basedOn }) => basedOn) };
};

describe('saves', () => {
  test('wait for the answer to the one before, and are based on it', async () => {
    const { answers, outcomes, bases } = setUp();
    expect(bases()).toEqual(['r1']);
    answers[0]?.resolve({ revision: 'r2' });
    expect(await outcomes[0]).toEqual({ revision: 'r2' });
    expect(bases()).toEqual(['r1', 'r2']);
    answers[1]?.resolve({ revision: 'r3' });
    await outcomes[1];
    expect(bases()).toEqual(['r1', 'r2', 'r3']);
  });

  test('keep their base if the one before was refused, or led to no other revision', async () => {
    const { answers, outcomes, bases } = setUp();
    const refused = new CallFailure(400, '', {}, 'refused');
    answers[0]?.reject(refused);
    expect(await outcomes[0]).toBe(refused);
    answers[1]?.resolve({});
    await outcomes[1];
    expect(bases()).toEqual(['r1', 'r1', 'r1']);
  });

  test('have no base after one that was lost, because it may have been saved', async () => {
    const { answers, outcomes, bases } = setUp();
    answers[0]?.reject(new CallFailure(0, '', {}, 'lost'));
    await outcomes[0];
    answers[1]?.resolve({ revision: 'r3' });
    await outcomes[1];
    expect(bases()).toEqual(['r1', undefined, 'r3']);
  });

  test('keep the base of a state that is not that of the one before', async () => {
    const { queue, answers, outcomes } = setUp();
    const next = vi.fn<(turn: Turn) => Promise<object>>(() => Promise.resolve({}));
    const saved = queue.run('theirs', next);
    for (const { resolve } of answers) resolve({ revision: 'mine' });
    await Promise.all([...outcomes, saved]);
    expect(next.mock.lastCall?.[0].basedOn).toBe('theirs');
  });

  test('do not wait longer than the limit, which ends the request', async () => {
    const { answers, outcomes, bases, turns } = setUp();
    await vi.advanceTimersByTimeAsync(saveLimit - 1);
    expect([bases(), turns[0]?.signal.aborted]).toEqual([['r1'], false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcomes[0]).toMatchObject({ name: 'TimeoutError' });
    expect([bases(), turns[0]?.signal.aborted, turns[1]?.signal.aborted]).toEqual([['r1', undefined], true, false]);
    // The time of a save begins when it is sent.
    await vi.advanceTimersByTimeAsync(saveLimit - 1);
    answers[1]?.resolve({});
    expect(await outcomes[1]).toEqual({});
  });

  test('are all sent when the page is left, without a base that nobody knows yet', async () => {
    const { page, queue, answers, outcomes, bases } = setUp();
    page.dispatchEvent(new Event('pagehide'));
    expect(bases()).toEqual(['r1', undefined, undefined]);
    page.dispatchEvent(new Event('pageshow'));
    const next = vi.fn<(turn: Turn) => Promise<object>>(() => Promise.resolve({}));
    const saved = queue.run('r1', next);
    for (const { resolve } of answers) {
      expect(next).not.toHaveBeenCalled();
      resolve({});
    }
    await Promise.all([...outcomes, saved]);
    expect(next).toHaveBeenCalledOnce();
  });
});

import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import { createScope, type OwnedScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { distinctUntilChanged, map, NEVER, type Observable, of, Subject } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { memoryOf } from '../testing/chats.ts';
import { createMemoriesModel, type MemoriesInputs, type MemoriesModel, type MemoriesState } from './memories.model.ts';

const create = (inputs: Partial<MemoriesInputs>, scope = createScope()) =>
  createMemoriesModel(scope, {
    owner$: of('ada'),
    fetchMemories: () => NEVER,
    deleteMemory: () => Promise.resolve(),
    ...inputs,
  });
const texts = ({ memories }: MemoriesState) => memories.map(({ memory }) => memory).join(' ');

test('memories are fetched at once and then every 30 seconds until the scope ends', () => {
  marbles(({ cold, hot, expectObservable }) => {
    const scope = createScope();
    const answers = ['one', 'two', 'three', 'never'].map((text) => [memoryOf(text)]);
    const { state$ } = create({ fetchMemories: () => cold('-(m|)', { m: answers.shift() ?? [] }) }, scope);
    hot('60005ms x').subscribe(() => scope.end());
    expectObservable(state$.pipe(map(texts))).toBe('0a 29999ms b 29999ms c', { 0: '', a: 'one', b: 'two', c: 'three' });
  });
});

test('a visitor has no memories to fetch', () => {
  let fetched = 0;
  const model = create({
    owner$: of(undefined),
    fetchMemories: () => {
      fetched += 1;
      return NEVER;
    },
  });
  expect(fetched).toBe(0);
  expect(model.state$.value.status).toBe('loading');
});

/** The changes of status and texts during 61 seconds. */
const story = (scope: OwnedScope, model: MemoriesModel, { hot }: RunHelpers) => {
  hot('61s x').subscribe(() => scope.end());
  return model.state$.pipe(
    map((state) => `${state.status} ${texts(state)}`.trim()),
    distinctUntilChanged(),
  );
};

test('a first fetch that fails is reported; Retry fetches at once and starts a new round of polls', () => {
  marbles((helpers) => {
    const { cold, hot, expectObservable } = helpers;
    const scope = createScope();
    const answers: Observable<Memory[]>[] = [
      cold<Memory[]>('-#'),
      cold('-(m|)', { m: [memoryOf('one')] }),
      cold('-(m|)', { m: [] }),
    ];
    const model = create({ fetchMemories: () => answers.shift() ?? NEVER }, scope);
    hot('-----r').subscribe(() => model.retry());
    expectObservable(story(scope, model, helpers)).toBe('lf---lr 29999ms e', {
      l: 'loading',
      f: 'failed',
      r: 'ready one',
      e: 'ready',
    });
  });
});

test('a later poll that fails keeps what is shown', () => {
  marbles((helpers) => {
    const { cold, expectObservable } = helpers;
    const scope = createScope();
    const answers = [
      cold('-(m|)', { m: [memoryOf('one')] }),
      cold<Memory[]>('-#'),
      cold('-(m|)', { m: [memoryOf('two')] }),
    ];
    const model = create({ fetchMemories: () => answers.shift() ?? NEVER }, scope);
    expectObservable(story(scope, model, helpers)).toBe('la 59999ms b', {
      l: 'loading',
      a: 'ready one',
      b: 'ready two',
    });
  });
});

test('a deleted memory disappears at once, and a pending poll does not restore it', async () => {
  const [one, two] = [memoryOf('one'), memoryOf('two')];
  const poll$ = new Subject<Memory[]>();
  const model = create({ fetchMemories: () => poll$ });
  await expect.poll(() => poll$.observed).toBe(true);
  poll$.next([one, two]);
  const removed = model.remove(one);
  expect(texts(model.state$.value)).toBe('two');
  poll$.next([one, two]);
  expect(texts(model.state$.value)).toBe('two');
  await removed;
  expect(texts(model.state$.value)).toBe('two');
});

test('a memory that could not be deleted returns at its position', async () => {
  const [one, two] = [memoryOf('one'), memoryOf('two')];
  const poll$ = new Subject<Memory[]>();
  const model = create({ fetchMemories: () => poll$, deleteMemory: () => Promise.reject(new Error('refused')) });
  await expect.poll(() => poll$.observed).toBe(true);
  poll$.next([one, two]);
  const removed = model.remove(one);
  expect(texts(model.state$.value)).toBe('two');
  await expect(removed).rejects.toThrow('refused');
  expect(texts(model.state$.value)).toBe('one two');
});

test('a deleted memory that was restored in another tab is shown again', async () => {
  const [one, two] = [memoryOf('one'), memoryOf('two')];
  const polls: Subject<Memory[]>[] = [];
  const fetchMemories = () => {
    const poll$ = new Subject<Memory[]>();
    polls.push(poll$);
    return poll$;
  };
  const model = create({ fetchMemories });
  const answer = async (memories: Memory[]) => {
    await expect.poll(() => polls.at(-1)?.observed).toBe(true);
    polls.at(-1)!.next(memories);
  };
  await answer([one, two]);
  await model.remove(one);
  model.refresh();
  await expect.poll(() => polls.length).toBe(2);
  await answer([two]);
  model.refresh();
  await expect.poll(() => polls.length).toBe(3);
  await answer([one, two]);
  expect(texts(model.state$.value)).toBe('one two');
});

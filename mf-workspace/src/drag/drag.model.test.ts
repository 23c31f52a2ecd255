import { createScope } from '@atrium/shared-kernel/remote';
import { expect, test, vi } from 'vitest';
import { chatOf, tagOf } from '../testing/chats.ts';
import { createDragModel, type DragHandlers, type LoadEngine } from './drag.model.ts';

const [plans, work, home] = [chatOf({ title: 'Plans' }), tagOf({ name: 'Work' }), tagOf({ name: 'Home' })];

/** A model with an engine that the test controls. */
const create = async (prepared = true) => {
  const scope = createScope();
  const drop = vi.fn();
  const known = new Set<string>();
  const seen: DragHandlers[] = [];
  let ended = false;
  const hold = (id: string) => {
    known.add(id);
    return () => void known.delete(id);
  };
  const load = vi.fn<LoadEngine>(() =>
    Promise.resolve((handlers) => {
      seen.push(handlers);
      return {
        source: hold,
        target: hold,
        end: () => {
          ended = true;
        },
      };
    }),
  );
  const model = createDragModel(scope, { load, drop });
  const element = document.createElement('div');
  const removeChat = model.addChat(plans, element);
  model.addCollection(work, element);
  if (prepared) {
    model.prepare();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
  }
  model.addCollection(home, element);
  const handlers = () => seen[0] ?? expect.fail('There is no engine.');
  return { scope, model, drop, known, load, removeChat, handlers, hasEnded: () => ended };
};

test('a chat that is dropped onto a collection is added to it', async () => {
  const { handlers, drop, model } = await create();
  handlers().start(plans._id, false);
  handlers().move({ x: 3, y: 4 });
  handlers().over(work._id);
  expect(model.dragged$.value).toEqual({ chat: plans, byKey: false, at: { x: 3, y: 4 }, over: work });
  handlers().end(false);
  expect(drop.mock.calls).toEqual([[plans, work]]);
  expect(model.dragged$.value).toBeUndefined();
});

test('nothing happens where it is dropped beside one, or let go by Escape', async () => {
  const { handlers, drop } = await create();
  handlers().start(plans._id, true);
  handlers().over(work._id);
  handlers().over(undefined);
  handlers().end(false);
  handlers().start(plans._id, true);
  handlers().over(work._id);
  handlers().end(true);
  expect(drop).not.toHaveBeenCalled();
});

test('the engine is fetched once, when it is wanted, and knows what was added before and after', async () => {
  const { known, load, model } = await create(false);
  expect([load.mock.calls.length, known.size]).toEqual([0, 0]);
  model.prepare();
  model.prepare();
  await vi.waitFor(() => expect([...known].toSorted()).toEqual([plans._id, work._id, home._id].toSorted()));
  expect(load).toHaveBeenCalledTimes(1);
});

test('it is requested again if it could not be fetched', async () => {
  const { known, load, model } = await create(false);
  load.mockRejectedValueOnce(new Error('Offline.'));
  model.prepare();
  await vi.waitFor(async () => {
    await Promise.resolve();
    model.prepare();
    expect(known.size).toBe(3);
  });
});

test('a row that scrolls out of view during a drag stays until the drag ends', async () => {
  const { handlers, known, removeChat, drop } = await create();
  handlers().start(plans._id, false);
  removeChat();
  expect(known.has(plans._id)).toBe(true);
  handlers().over(home._id);
  handlers().end(false);
  expect(known.has(plans._id)).toBe(false);
  expect(drop).toHaveBeenCalledWith(plans, home);
});

test('all of it ends with the mount', async () => {
  const { scope, hasEnded } = await create();
  scope.end();
  expect(hasEnded()).toBe(true);
});

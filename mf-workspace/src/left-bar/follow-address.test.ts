import * as events from '#contracts/events';
import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { WorkspaceView } from '../remote.ts';
import { agentOf, tagOf } from '../testing/chats.ts';
import { followAddress, type Lists } from './follow-address.ts';
import { createSelectionModel } from './selection.model.ts';

const [poet, critic] = [agentOf({ title: 'Poet' }), agentOf({ title: 'Critic' })];
const work = tagOf({ name: 'Work' });
const lists: Lists = { agents: [poet, critic], tags: [work] };

const start = (path: string) => {
  const host = createFakeHost({ path, user: testUser() });
  const view = { ...host, scope: createScope() } as unknown as WorkspaceView;
  const selection = createSelectionModel(view);
  const lists$ = new BehaviorSubject<Lists | undefined>(undefined);
  followAddress(view, selection, lists$);
  return {
    host,
    selection,
    lists$,
    selected: () => selection.selected$.value,
    go: (to: string) => host.navigation.navigate(to),
  };
};
const search = ({ host }: ReturnType<typeof start>) => host.navigation.location$.value.search;

describe('the agent or collection that the address names', () => {
  test.each([
    [`/?flow=${poet._id}`, { agentId: poet._id }],
    [`/?collection=${work._id}`, { tagId: work._id }],
    [`/?chat=${'a'.repeat(24)}&flow=${poet._id}`, {}],
    [`/?agent=${poet._id}`, {}],
  ])('%s is selected once the lists are there', (path, selected) => {
    const bar = start(path);
    expect(bar.selected()).toEqual({});
    bar.lists$.next(lists);
    expect([bar.selected(), search(bar), bar.host.alertsShown]).toEqual([selected, path.slice(1), []]);
  });

  test.each([
    ['flow', 'an agent'],
    ['collection', 'a collection'],
  ])('leaves it with an alert where ?%s= has no id of %s', (parameter, what) => {
    const bar = start(`/?${parameter}=nobody&x=1`);
    bar.lists$.next(lists);
    expect([bar.selected(), search(bar), bar.host.history]).toEqual([{}, '?x=1', ['/?x=1']]);
    expect(bar.host.alertsShown).toMatchObject([
      { type: 'error', message: `This link doesn’t lead to ${what}. Check that you copied all of it.` },
    ]);
  });

  test.each([
    ['flow', 'agent'],
    ['collection', 'collection'],
  ])('goes out of it with an alert where ?%s= names an unknown %s', (parameter, what) => {
    const bar = start(`/?${parameter}=${'e'.repeat(24)}&x=1`);
    bar.lists$.next(lists);
    bar.lists$.next({ ...lists });
    expect([bar.selected(), search(bar)]).toEqual([{}, '?x=1']);
    expect(bar.host.alertsShown).toMatchObject([
      { type: 'error', message: `This ${what} doesn’t exist, or you don’t have access to it.` },
    ]);
  });

  test('leaves it after its deletion; a chat started with it stays open', () => {
    const bar = start('/');
    bar.lists$.next(lists);
    bar.selection.selectCollection(work);
    bar.selection.forget(work._id);
    expect([bar.selected(), search(bar)]).toEqual([{}, '']);
    bar.selection.selectAgent(poet);
    const chat = `?chat=${'a'.repeat(24)}`;
    bar.go(`/${chat}`);
    bar.selection.forget(poet._id);
    expect([bar.selected(), search(bar)]).toEqual([{}, chat]);
  });

  test('is followed Back and Forward', () => {
    const bar = start('/');
    bar.lists$.next(lists);
    bar.selection.selectAgent(poet);
    bar.selection.selectCollection(work);
    expect(bar.host.history).toEqual(['/', `/?flow=${poet._id}`, `/?collection=${work._id}`]);
    bar.go(`/?flow=${poet._id}`);
    expect(bar.selected()).toEqual({ agentId: poet._id });
    bar.go('/');
    expect(bar.selected()).toEqual({});
  });

  test('is not selected again after the settings have cleared it, until it is chosen', () => {
    const bar = start('/');
    bar.lists$.next(lists);
    bar.selection.selectAgent(poet);
    bar.host.bus.emit(events.billing.settingsOpened, {});
    bar.go(`/?flow=${poet._id}`);
    expect([bar.selected(), search(bar), bar.host.alertsShown]).toEqual([{}, '', []]);
    // Nothing is missed that was cleared before it was deleted.
    bar.lists$.next({ ...lists, agents: [critic] });
    bar.go(`/?flow=${poet._id}`);
    expect([search(bar), bar.host.alertsShown]).toEqual(['', []]);
    bar.lists$.next(lists);
    bar.selection.selectAgent(poet);
    expect([bar.selected(), search(bar)]).toEqual([{ agentId: poet._id }, `?flow=${poet._id}`]);
  });

  test('is the one that replaced it', () => {
    const bar = start(`/?flow=${poet._id}`);
    bar.lists$.next(lists);
    bar.selection.moveAgent(critic);
    bar.lists$.next({ agents: [critic], tags: [] });
    expect([bar.selected(), search(bar)]).toEqual([{ agentId: critic._id }, `?flow=${critic._id}`]);
  });
});

describe('the collection that is selected', () => {
  const selectWork = () => {
    const bar = start('/');
    bar.lists$.next(lists);
    bar.selection.selectCollection(work);
    bar.lists$.next({ ...lists });
    return bar;
  };
  const emitted = ({ host }: ReturnType<typeof start>) =>
    host.eventsSeen
      .filter(({ event }) => event === events.workspace.collectionSelected.name)
      .map(({ payload }) => payload);

  test('is no longer selected once it was deleted elsewhere', () => {
    const bar = selectWork();
    bar.lists$.next({ ...lists, tags: [] });
    expect([bar.selected(), search(bar)]).toEqual([{}, '']);
    expect(emitted(bar).at(-1)).toEqual({});
  });

  test('is shown as it was renamed elsewhere', () => {
    const bar = selectWork();
    const renamed = { ...work, name: 'Play', revision: 'later' };
    bar.lists$.next({ ...lists, tags: [renamed] });
    expect(emitted(bar)).toEqual([{ tag: work }, { tag: renamed }]);
    expect(search(bar)).toBe(`?collection=${work._id}`);
  });

  test('stays where it was just made, and is not listed yet', () => {
    const bar = start('/');
    bar.lists$.next({ ...lists, tags: [] });
    bar.selection.selectCollection(work);
    expect(bar.selected()).toEqual({ tagId: work._id });
  });

  test('leaves a chat open that was started in it', () => {
    const bar = selectWork();
    const chat = `/?chat=${'a'.repeat(24)}`;
    bar.go(chat);
    bar.lists$.next({ ...lists, tags: [] });
    expect([bar.selected(), search(bar)]).toEqual([{}, chat.slice(1)]);
  });
});

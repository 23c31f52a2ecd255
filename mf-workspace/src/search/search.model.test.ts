import { createScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { map, of, throwError } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { chatOf } from '../testing/chats.ts';
import { createSearchModel, type SearchState } from './search.model.ts';

const chat = chatOf({ title: 'Lighthouse' });
const short = (state: SearchState) => (state.kind === 'found' ? `${state.kind} ${state.chats.length}` : state.kind);

test('typed text is searched 1000 ms after the last key press, once', () => {
  const fetch = vi.fn(() => of([chat]));
  marbles(({ hot, expectObservable, flush }) => {
    const model = createSearchModel(createScope(), { fetch, describe: () => '' });
    hot('-a-b', { a: 'li', b: 'light ' }).subscribe((typed) => model.type(typed));
    expectObservable(model.state$.pipe(map(short))).toBe('is-s 999ms f', {
      i: 'idle',
      s: 'searching',
      f: 'found 1',
    });
    flush();
  });
  expect(fetch.mock.calls).toEqual([['light']]);
});

test('Enter does not wait', () => {
  const fetch = vi.fn(() => of([chat]));
  const model = createSearchModel(createScope(), { fetch, describe: () => '' });
  model.type('light');
  expect(fetch).not.toHaveBeenCalled();
  model.now();
  expect(model.state$.value).toEqual({ kind: 'found', term: 'light', chats: [chat] });
});

test('a field that was emptied searches nothing', () => {
  const fetch = vi.fn(() => of([chat]));
  marbles(({ hot, expectObservable, flush }) => {
    const model = createSearchModel(createScope(), { fetch, describe: () => '' });
    hot('-a-b', { a: 'li', b: '  ' }).subscribe((typed) => model.type(typed));
    expectObservable(model.state$.pipe(map(short))).toBe('is-i', { i: 'idle', s: 'searching' });
    flush();
  });
  expect(fetch).not.toHaveBeenCalled();
});

test('a failure shows its reason, and the next attempt clears it', () => {
  let broken = true;
  const fetch = () => (broken ? throwError(() => new Error('down')) : of([chat]));
  const model = createSearchModel(createScope(), { fetch, describe: () => 'Busy.' });
  model.type('light');
  model.now();
  expect(model.state$.value).toEqual({ kind: 'failed', term: 'light', failure: 'Busy.' });
  broken = false;
  model.now();
  expect(model.state$.value).toEqual({ kind: 'found', term: 'light', chats: [chat] });
});

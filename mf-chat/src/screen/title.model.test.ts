import { createScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { test } from 'vitest';
import { createTitleModel } from './title.model.ts';

const key = 'thread-1';

test('a new title is typed out at 30 ms per character', () =>
  marbles(({ hot, expectObservable }) => {
    const thread$ = hot('-a', { a: { key, title: 'abc', fresh: true } });
    const title$ = createTitleModel(createScope(), thread$);
    expectObservable(title$).toBe('01 29ms a 29ms b 29ms c', { 0: '', 1: '', a: 'a', b: 'ab', c: 'abc' });
  }));

test('an existing title is shown at once, and typing stops when another chat is shown', () =>
  marbles(({ hot, expectObservable }) => {
    const thread$ = hot('-a 39ms b', {
      a: { key, title: 'abc', fresh: true },
      b: { key: 'thread-2', title: 'Other', fresh: false },
    });
    const title$ = createTitleModel(createScope(), thread$);
    expectObservable(title$).toBe('01 29ms a 9ms b', { 0: '', 1: '', a: 'a', b: 'Other' });
  }));

import { createScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { map } from 'rxjs';
import { expect, test } from 'vitest';
import { freshId } from '../testing/chats.ts';
import { createTitleTypingModel } from './title-typing.model.ts';

const [chatId, otherId] = [freshId(), freshId()];

test('types a title out at 30 ms per character, then shows it unchanged', () => {
  marbles(({ hot, expectObservable }) => {
    const named$ = hot('a', { a: { chatId, title: 'Hey' } });
    const typed$ = createTitleTypingModel(createScope(), named$);
    expectObservable(typed$.pipe(map((typed) => typed.get(chatId)))).toBe('(s0) 26ms 1 29ms 2 29ms s', {
      s: undefined,
      0: '',
      1: 'H',
      2: 'He',
    });
  });
});

test('never cuts a character in two', () => {
  marbles(({ hot, flush }) => {
    const seen: (string | undefined)[] = [];
    const named$ = hot('a', { a: { chatId, title: '🇿🇦é' } });
    createTitleTypingModel(createScope(), named$).subscribe((typed) => seen.push(typed.get(chatId)));
    flush();
    expect(seen).toEqual([undefined, '', '🇿🇦', undefined]);
  });
});

test('starts over with a later title and keeps the titles of two chats apart', () => {
  marbles(({ hot, flush }) => {
    const seen: string[] = [];
    const named$ = hot('a 39ms b 9ms c', {
      a: { chatId, title: 'Old' },
      b: { chatId, title: 'N' },
      c: { chatId: otherId, title: 'O' },
    });
    createTitleTypingModel(createScope(), named$).subscribe((typed) => seen.push(JSON.stringify([...typed.values()])));
    flush();
    expect(seen).toEqual(['[]', '[""]', '["O"]', '[""]', '["",""]', '[""]', '[]']);
  });
});

test('stops with its scope', () => {
  marbles(({ hot, flush }) => {
    const scope = createScope();
    const seen: (string | undefined)[] = [];
    hot('-----x').subscribe(() => scope.end());
    createTitleTypingModel(scope, hot('a', { a: { chatId, title: 'Hey' } })).subscribe((typed) =>
      seen.push(typed.get(chatId)),
    );
    flush();
    expect(seen).toEqual([undefined, '']);
  });
});

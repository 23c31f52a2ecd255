import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getUser } from '@atrium/shared-kernel/contracts/calls/session';
import { afterEach, expect, test, vi } from 'vitest';
import { createStorage } from './storage.ts';
import { withFirstAnswers } from './first-answers.ts';

const chat = 'c'.repeat(24);
const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
const script = /\/\/ Requests who is signed in[\s\S]*?(?=<\/script>)/.exec(page)?.[0] ?? '';

/** The requests of the page's own script at a URL, with the calls that the edge names. */
const load = (search: string, calls?: readonly string[]) => {
  window.history.replaceState(null, '', `/${search}`);
  const named = calls ? `<script type="application/json" id="first-calls">${JSON.stringify(calls)}</script>` : '';
  document.head.innerHTML = `<template id="icon"></template>${named}`;
  const fetched = vi.fn<(url: string) => Promise<Response>>(() => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', fetched);
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func, typescript/no-unsafe-call -- as the page runs it
  new Function(script)();
  document.dispatchEvent(new Event('readystatechange'));
  expect(fetched).not.toHaveBeenCalled();
  for (let turn = 0; turn < 2; turn++) document.dispatchEvent(new Event('visibilitychange'));
  return fetched.mock.calls.map(([url]) => url);
};

const answer = (person: string | undefined, body: unknown = {}, status = 200) =>
  Response.json(body, { status, ...(person ? { headers: { 'atrium-person': person } } : {}) });
const { local } = createStorage();
const setUp = (answers: Record<string, Promise<Response>>, age = 1000) => {
  vi.spyOn(performance, 'now').mockReturnValue(age);
  window.firstAnswers = answers;
  const send = vi.fn<typeof fetch>(async (_, init) => {
    init?.signal?.throwIfAborted();
    return answer('ada', 'anew');
  });
  const request = withFirstAnswers(send, local);
  return {
    send,
    request: async (url: string, init: RequestInit = {}) =>
      (await request(url, { method: 'GET', headers: {}, ...init })).json() as Promise<unknown>,
  };
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  delete window.firstAnswers;
});

test('a page immediately requests who is signed in, and the first calls of its modules', () => {
  expect(load('')).toEqual([`/api${getUser.path}`]);
  expect(load(`?chat=${chat}`, ['/globalChats?only=pinned', '/chat?chatId={chat}&part=end'])).toEqual([
    '/api/user',
    '/api/globalChats?only=pinned',
    `/api/chat?chatId=${chat}&part=end`,
  ]);
});

test('the id of a shared link is longer', () => {
  const link = 'a_-Z'.repeat(8);
  expect(load(`?id=${link}`, ['/sharedChat?messageId={id}'])).toEqual([
    '/api/user',
    `/api/sharedChat?messageId=${link}`,
  ]);
});

test.each(['', '?chat=', '?chat=1', `?chat=${chat}%26a=b`, `?id=${chat}`])(
  'a call whose input is not in the address %s is not made',
  (search) => {
    expect(load(search, ['/chat?chatId={chat}'])).toEqual(['/api/user']);
  },
);

test('an answer is used once for exactly the same request; a second request goes to the service', async () => {
  const { request, send } = setUp({ '/api/chatTags': Promise.resolve(answer('ada', 'early')) });
  expect(await request('/api/chatTags?a=1')).toBe('anew');
  expect(await request('/api/chatTags', { method: 'POST' })).toBe('anew');
  expect(await request('/api/chatTags')).toBe('early');
  expect(await request('/api/chatTags')).toBe('anew');
  expect(send).toHaveBeenCalledTimes(3);
});

test('an answer is for one user: of the page, or of this browser', async () => {
  const of = (person: string | undefined) => setUp({ '/api/user': Promise.resolve(answer(person, 'early', 401)) });
  const headers = { 'atrium-person': 'ada' };
  expect(await of('bob').request('/api/user', { headers })).toBe('anew');
  expect(await of('ada').request('/api/user', { headers })).toBe('early');
  expect(await of('none').request('/api/user')).toBe('early');
  // An older service does not name the person of an answer, nor does an edge that cannot reach the service.
  expect(await of(undefined).request('/api/user')).toBe('anew');
  local.set('session', 'ada');
  expect(await of('bob').request('/api/user')).toBe('anew');
  expect(await of('none').request('/api/user')).toBe('anew');
  expect(await of('ada').request('/api/user')).toBe('early');
});

test('an answer for somebody else, or for a canceled request, is not received to its end', async () => {
  const cancel = vi.fn<() => void>();
  const bobs = () =>
    setUp({
      '/api/user': Promise.resolve(
        new Response(new ReadableStream({ cancel }), { headers: { 'atrium-person': 'bob' } }),
      ),
    });
  expect(await bobs().request('/api/user', { headers: { 'atrium-person': 'ada' } })).toBe('anew');
  expect(cancel).toHaveBeenCalledTimes(1);
  await expect(bobs().request('/api/user', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  expect(cancel).toHaveBeenCalledTimes(2);
});

test('an answer that did not arrive, or is too old, is requested again; a canceled request gets nothing', async () => {
  expect(await setUp({ '/api/user': Promise.reject(new TypeError('offline')) }).request('/api/user')).toBe('anew');
  const left = setUp({ '/api/user': Promise.resolve(answer('ada')) });
  await expect(left.request('/api/user', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  expect(await setUp({ '/api/user': Promise.resolve(answer('ada', 'early')) }, 30_001).request('/api/user')).toBe(
    'anew',
  );
});

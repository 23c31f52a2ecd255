import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createFakeHost } from '../testing/fake-host.ts';
import { failureOf } from '../testing/fake-service.ts';
import * as calls from '../contracts/calls.ts';
import { confirmAction, outdatedReason, outdatedBy } from './question.ts';

const question = { title: 'Delete role', message: 'It will be deleted.' };

test('A confirmation of an outdated state closes with the service’s message, and resolves as stale', async () => {
  const host = createFakeHost();
  host.service.answer(calls.teams.renameTeam, () => {
    throw failureOf('stale', { revision: 'now' });
  });
  const action = () => host.client.call(calls.teams.renameTeam, { teamId: 'b'.repeat(24), name: 'Atlas' });
  expect(await confirmAction(host, { ...question, action })).toBe('stale');
  expect(host.alertsShown).toMatchObject([
    { type: 'error', message: 'This was changed in the meantime. Please look at it again.' },
  ]);
});

test('A confirmation resolves as done, or as no if the user declined', async () => {
  const host = createFakeHost();
  expect(await confirmAction(host, { ...question, action: async () => undefined })).toBe('done');
  host.confirmAnswer = false;
  expect(await confirmAction(host, { ...question, action: async () => undefined })).toBe('no');
});

test('A confirmation is outdated once its item was changed or deleted, not when other items change', () => {
  const queries = new QueryClient();
  const sales = { _id: '1', revision: 'a' };
  const sentences: string[] = [];
  queries.setQueryData(['team'], { roles: [sales] });
  const news = outdatedBy<{ roles: (typeof sales)[] }>(queries, ['team'], ({ roles }) =>
    outdatedReason(sales, roles, '“Sales”'),
  ).subscribe((sentence) => sentences.push(sentence));
  queries.setQueryData(['team'], { roles: [sales, { _id: '2', revision: 'b' }] });
  expect(sentences).toEqual([]);
  queries.setQueryData(['team'], { roles: [{ _id: '1', revision: 'b' }] });
  expect(sentences.at(-1)).toBe('“Sales” was changed in the meantime. Close this and look at it again.');
  queries.setQueryData(['team'], { roles: [] });
  expect(sentences.at(-1)).toBe('“Sales” was already deleted.');
  news.unsubscribe();
  expect(queries.getQueryCache().hasListeners()).toBe(false);
});

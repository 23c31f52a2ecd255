import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { chatOf, tagOf } from '../testing/chats.ts';
import { CollectionsDialog } from './collections-dialog.tsx';

const show = (count: number, ofOne: boolean) => {
  const tags = Array.from({ length: count }, (_, index) => tagOf({ name: `Collection ${index + 1}` }));
  const chat = chatOf({ title: 'Sailing', tags: tags.slice(0, 1) });
  const host = createFakeHost({ user: testUser() });
  host.service.answer(calls.tags.listTags, () => ({ tags }));
  host.service.answer(calls.chat.focusChat, () => ({ chat }));
  host.service.answer(calls.chat.editChat, () => ({}));
  return {
    tags,
    ...renderRemote(contract, <CollectionsDialog />, { host, input: ofOne ? { chatId: chat._id } : {} }),
  };
};
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const field = () => screen.getByRole('searchbox', { name: 'Search collections' });

test.each([true, false])('many collections can be searched, for one chat: %s', async (ofOne) => {
  show(100, ofOne);
  await screen.findByText('Collection 100');
  // Screen readers read out only what changes in a part that was there before.
  const status = screen.getByRole('status');
  await userEvent.type(field(), 'cÓLLECTION 77');
  expect([names(), status.textContent]).toEqual([['Collection 77'], '']);
  await userEvent.type(field(), 'x');
  expect(status.textContent).toBe('Nothing matches “cÓLLECTION 77x”.');
});

test('what the search hides stays selected, and Enter in the field saves nothing', async () => {
  const { host, tags, closed } = show(9, true);
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search collections' }), '7{Enter}');
  expect(closed).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Collection 7' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(closed).toHaveLength(1));
  const { input } = host.service.requests.find(({ call }) => call === 'chat.editChat')!;
  expect(input).toMatchObject({ tags: [tags[0]!._id, tags[6]!._id] });
});

test('a few collections have no search field', async () => {
  show(8, true);
  await screen.findByText('Collection 8');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('Escape empties the search field, and is left to the dialog only once that is empty', async () => {
  show(9, true);
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search collections' }), '7');
  expect(names()).toHaveLength(1);
  expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(false);
  expect(names()).toHaveLength(9);
  expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(true);
});

import * as calls from '@atrium/shared-kernel/contracts/calls';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse, renderAccount } from '../testing/account.tsx';

const { deleteUser } = calls.profile;
const button = () => screen.getByRole('button', { name: 'Delete profile' });

describe('the end of an account', () => {
  test('wants the word delete and says what goes and what becomes of teams', async () => {
    const { host, press, requests } = renderAccount();
    host.confirmAnswer = false;
    await press.click(button());
    expect(host.dialogsOpened).toMatchObject([
      { dialog: 'shell.confirm', props: { title: 'Delete profile', word: 'delete', danger: true } },
    ]);
    const { message } = (host.dialogsOpened[0]?.props ?? {}) as { message?: string };
    for (const told of ['chats, files, memories', 'Your teams keep working', 'can’t be undone'])
      expect(message).toContain(told);
    expect(requests(deleteUser)).toEqual([]);
  });

  test('says goodbye, closes the dialog and shows the main screen of a visitor', async () => {
    const { closed, host, press, requests } = renderAccount();
    await press.click(button());
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(requests(deleteUser)).toEqual([{}]);
    expect(host.alertsShown).toEqual([{ message: 'Goodbye :(', type: 'info', time: 5000 }]);
    expect(host.session.user$.value).toBeUndefined();
    expect(host.navigation.location$.value).toMatchObject({ pathname: '/', search: '' });
  });

  test.each([
    [{ msg: 'Not now.' }, 'Not now.'],
    [{}, 'Failed to delete your profile, please try again.'],
  ])('does not come with the failure %j: the confirmation stays and tells it', async (body, message) => {
    const { closed, host, press } = renderAccount(({ service }) => service.answer(deleteUser, refuse(500, body)));
    await press.click(button());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(closed).toEqual([]);
    expect(host.session.user$.value).toBeDefined();
  });

  test('saves nothing of what was typed just before', async () => {
    const rendered = renderAccount();
    const { press, closed, requests } = rendered;
    await press.type(screen.getByLabelText('First name'), ' Augusta');
    await press.click(button());
    await waitFor(() => expect(closed).toEqual([undefined]));
    act(() => rendered.end());
    expect(requests(calls.profile.updateUser)).toEqual([]);
  });
});

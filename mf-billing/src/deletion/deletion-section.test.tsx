import * as calls from '@atrium/shared-kernel/contracts/calls';
import { failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse, renderAccount } from '../testing/account.tsx';

const { deleteUser } = calls.profile;
const button = () => screen.getByRole('button', { name: 'Delete profile' });

describe('the deletion of an account', () => {
  test('requires the word delete and explains what is deleted and what happens to teams', async () => {
    const { host, press, requests } = renderAccount();
    host.confirmAnswer = false;
    await press.click(button());
    expect(host.dialogsOpened).toMatchObject([
      { dialog: 'shell.confirm', props: { title: 'Delete profile', word: 'delete', danger: true } },
    ]);
    const { message } = (host.dialogsOpened[0]?.props ?? {}) as { message?: string };
    for (const sentence of [
      'chats, files, memories',
      'Your teams keep working',
      'Your card won’t be charged again',
      'can’t be undone',
    ])
      expect(message).toContain(sentence);
    expect(requests(deleteUser)).toEqual([]);
  });

  test('says goodbye, closes the dialog and opens the visitor’s main screen', async () => {
    const { closed, host, press, requests } = renderAccount();
    await press.click(button());
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(requests(deleteUser)).toEqual([{}]);
    expect(host.alertsShown).toEqual([{ message: 'Goodbye :(', type: 'info', time: 5000 }]);
    expect(host.session.user$.value).toBeUndefined();
    expect(host.navigation.location$.value).toMatchObject({ pathname: '/', search: '' });
  });

  test('leaves the private page even if the network drops right after the deletion', async () => {
    const { host, press } = renderAccount(({ service }) =>
      service.answer(calls.session.getUser, () => {
        throw new Unreachable();
      }),
    );
    await press.click(button());
    await waitFor(() => expect(host.left).toEqual(['/']));
    expect(host.alertsShown.map(({ message }) => message)).toEqual(['Goodbye :(']);
  });

  test.each([
    [{ msg: 'Not now.' }, 'Not now.'],
    [{}, 'Failed to delete your profile, please try again.'],
  ])('fails with %j: the confirmation stays open and shows it', async (body, message) => {
    const { closed, host, press } = renderAccount(({ service }) => service.answer(deleteUser, refuse(500, body)));
    await press.click(button());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(closed).toEqual([]);
    expect(host.session.user$.value).toBeDefined();
  });

  test('requires the password if the last login was long ago, and continues after it', async () => {
    const { closed, host, press, requests } = renderAccount(({ service }) => {
      service.answer(deleteUser, () => {
        service.answer(deleteUser, () => ({}));
        throw failureOf('sign-in-again', { password: true });
      });
    });
    host.dialogResult = true;
    await press.click(button());
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(host.dialogsOpened.map(({ dialog }) => dialog)).toEqual(['shell.confirm', 'billing.confirmSignIn']);
    expect(requests(deleteUser)).toEqual([{}, {}]);
    expect(host.alertsShown.map(({ message }) => message)).toEqual(['Goodbye :(']);
  });

  test('is busy until the service answers, also after the password was asked for', async () => {
    const answer = Promise.withResolvers<object>();
    const { closed, host, press, requests } = renderAccount(({ service }) => {
      service.answer(deleteUser, () => {
        service.answer(deleteUser, () => answer.promise);
        throw failureOf('sign-in-again', { password: true });
      });
    });
    host.dialogResult = true;
    await press.click(button());
    const busy = await screen.findByRole('button', { name: 'Deleting' });
    await waitFor(() => expect(requests(deleteUser)).toHaveLength(2));
    await press.click(busy);
    expect(requests(deleteUser)).toHaveLength(2);
    expect(host.dialogsOpened).toHaveLength(2);
    answer.resolve({});
    await waitFor(() => expect(closed).toEqual([undefined]));
  });

  test('does nothing without the password, and shows no error', async () => {
    const { closed, host, press, requests } = renderAccount(({ service }) =>
      service.answer(deleteUser, () => {
        throw failureOf('sign-in-again', { password: true });
      }),
    );
    await press.click(button());
    await waitFor(() => expect(host.dialogsOpened).toHaveLength(2));
    expect(requests(deleteUser)).toEqual([{}]);
    expect(host.alertsShown).toEqual([]);
    expect(closed).toEqual([]);
  });

  test('redirects a user without a password to log in again', async () => {
    const { host, press, requests } = renderAccount(({ service }) =>
      service.answer(deleteUser, () => {
        throw failureOf('sign-in-again', { password: false });
      }),
    );
    await press.click(button());
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/auth/login'));
    expect(host.dialogsOpened).toMatchObject([{ dialog: 'shell.confirm' }, { props: { title: 'Log in again' } }]);
    expect(requests(calls.auth.logout)).toEqual([{}]);
  });

  test('redirects that user even if the network drops after the log-out', async () => {
    const { host, press } = renderAccount(({ service }) => {
      service.answer(deleteUser, () => {
        throw failureOf('sign-in-again', { password: false });
      });
      service.answer(calls.session.getUser, () => {
        throw new Unreachable();
      });
    });
    await press.click(button());
    await waitFor(() => expect(host.left).toEqual(['/auth/login']));
    expect(host.alertsShown).toEqual([]);
  });

  test('discards unsaved input', async () => {
    const rendered = renderAccount();
    const { press, closed, requests } = rendered;
    await press.type(screen.getByLabelText('First name'), ' Augusta');
    await press.click(button());
    await waitFor(() => expect(closed).toEqual([undefined]));
    act(() => rendered.end());
    expect(requests(calls.profile.updateUser)).toEqual([]);
  });
});

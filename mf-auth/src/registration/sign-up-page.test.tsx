import * as calls from '@atrium/shared-kernel/contracts/calls';
import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { sent } from '../testing/sent.ts';
import { SignUpPage } from './sign-up-page.tsx';

const setUp = ({ query = '', answer = () => ({}) }: { query?: string; answer?: () => object } = {}) => {
  const host = createFakeHost({ user: null, path: `/auth/signup${query}` });
  host.service.answer(calls.auth.register, answer);
  host.service.answer(calls.session.getUser, () => testUser({ heardFrom: undefined, subscriptionEndDate: undefined }));
  return { ...renderRemote(contract, <SignUpPage />, { host }), host, press: userEvent.setup() };
};
const fill = async (press: ReturnType<typeof userEvent.setup>) => {
  await press.type(screen.getByLabelText('First name'), ' Ada ');
  await press.type(screen.getByLabelText('Last name'), 'Lovelace');
  await press.type(screen.getByLabelText('Email'), 'ada@atrium.test');
  await press.type(screen.getByLabelText('Password'), 'Atrium1!');
  await press.click(screen.getByRole('button', { name: 'Create account' }));
};

describe('the sign-up page', () => {
  test('registers, emits the event and opens the main screen', async () => {
    const { host, press } = setUp();
    await fill(press);
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/'));
    expect(sent(host)[0]).toEqual({
      call: 'auth.register',
      input: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@atrium.test', password: 'Atrium1!' },
    });
    expect(host.eventsSeen).toEqual([{ event: 'auth.signedIn', payload: { new: true } }]);
  });

  test.each([
    ['?team', '/team'],
    ['?user', '/'],
  ])('with %s redirects to %s', async (query, path) => {
    const { host, press } = setUp({ query });
    await fill(press);
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe(path));
  });

  test('stores the intent as soon as it opens', () => {
    expect(setUp({ query: '?team' }).host.storage.cookies.get('intent')).toBe('team');
  });

  test.each([
    ['the main screen', '/', undefined],
    ['the log-in', '/auth/login', 'team'],
    ['a new password', '/auth/reset', 'team'],
  ])('that is left for %s at %s leaves the team intent %o', (_name, path, intent) => {
    const { host, unmount } = setUp({ query: '?team' });
    act(() => host.navigation.navigate(path));
    unmount();
    expect(host.storage.cookies.get('intent')).toBe(intent);
  });

  test('keeps an intent that is stored already', () => {
    const host = createFakeHost({ user: null, path: '/auth/signup' });
    host.storage.cookies.set('intent', 'subscribe');
    renderRemote(contract, <SignUpPage />, { host });
    expect(host.storage.cookies.get('intent')).toBe('subscribe');
  });

  test('judges each rule of the password as it is typed', async () => {
    const { press } = setUp();
    const state = () => screen.getAllByRole('listitem').map((item) => item.textContent);
    await press.type(screen.getByLabelText('Password'), 'aB');
    expect(state()).toEqual([
      '1 uppercase letter, met',
      '1 lowercase letter, met',
      '1 digit, not met yet',
      'At least 6 characters, not met yet',
    ]);
    const described = screen.getByLabelText('Password').getAttribute('aria-describedby') ?? '';
    const [rules] = described.split(' ').map((id) => document.getElementById(id));
    expect(rules?.textContent).toContain('1 digit, not met yet');
    await press.type(screen.getByLabelText('Password'), '1xyz');
    expect(state().every((text) => text?.endsWith(', met'))).toBe(true);
  });

  test('requires all four fields before it calls the service', async () => {
    const { host, press } = setUp();
    await press.click(screen.getByRole('button', { name: 'Create account' }));
    expect(screen.getAllByText('This is a required field')).toHaveLength(4);
    expect(document.activeElement).toBe(screen.getByLabelText('First name'));
    expect(sent(host)).toEqual([]);
  });

  test('refuses a weak password', async () => {
    const { host, press } = setUp();
    await press.type(screen.getByLabelText('Password'), 'weak{Enter}');
    expect(screen.getByText(/The password needs 1 uppercase, 1 lowercase, 1 digit/)).toBeTruthy();
    expect(sent(host)).toEqual([]);
  });

  test.each([
    [{ msg: 'This email is taken.' }, 'This email is taken.'],
    [{}, 'Error trying to sign up, please try again.'],
  ])('shows a refusal of %o', async (body, message) => {
    const refuse = () => {
      throw new Failure(400, body);
    };
    const { host, press } = setUp({ answer: refuse });
    await fill(press);
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
  });

  test('continues on a second press where the account was made but the user could not be fetched', async () => {
    const { host, press } = setUp();
    host.service.answer(calls.session.getUser, () => {
      throw new Failure(500, {});
    });
    await fill(press);
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ type: 'error' }]));
    host.service.answer(calls.session.getUser, () => testUser());
    host.service.answer(calls.auth.register, () => {
      throw failureOf('email-taken');
    });
    await press.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/'));
    expect(sent(host).filter(({ call }) => call === calls.auth.register.name)).toHaveLength(1);
    expect(host.eventsSeen).toEqual([{ event: 'auth.signedIn', payload: { new: true } }]);
  });

  test('registers changed values anew', async () => {
    const { host, press } = setUp();
    host.service.answer(calls.session.getUser, () => {
      throw new Failure(500, {});
    });
    await fill(press);
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    await press.type(screen.getByLabelText('Email'), 'x');
    await press.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(host.alertsShown).toHaveLength(2));
    const registered = sent(host).filter(({ call }) => call === calls.auth.register.name);
    expect(registered.map(({ input }) => input)).toMatchObject([
      { email: 'ada@atrium.test' },
      { email: 'ada@atrium.testx' },
    ]);
  });

  test('points to the login and the reset where the address has an account', async () => {
    const { host, press } = setUp({
      answer: () => {
        throw failureOf('email-taken');
      },
    });
    expect(screen.queryByRole('status')).toBeNull();
    await fill(press);
    const hint = await screen.findByText(/This address already has an account/);
    expect(hint.textContent).toBe('This address already has an account. Log in, or reset your password.');
    const links = within(hint).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/auth/login', '/auth/reset']);
    expect(host.alertsShown.map(({ message }) => message)).toEqual([
      'There is already an account with this email address.',
    ]);
  });

  test.each([
    ['it was refused for another reason', failureOf('too-many-sign-ups', { wait: 1000 })],
    ['the service was out of reach', new Unreachable()],
  ])('says nothing of other accounts where %s', async (_why, failure) => {
    const { host, press } = setUp({
      answer: () => {
        throw failure;
      },
    });
    await fill(press);
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    expect(screen.queryByText(/This address already has an account/)).toBeNull();
  });

  test('continues to the team that the user was joining', async () => {
    const { host, press } = setUp();
    host.storage.cookies.set('joinTeamId', 'b'.repeat(24));
    await fill(press);
    const address = host.navigation.location$;
    await waitFor(() => expect(address.value.pathname + address.value.search).toBe(`/join?id=${'b'.repeat(24)}`));
  });

  test('redirects a signed-in user to the page that the address requests', () => {
    const host = createFakeHost({ path: '/auth/signup?team' });
    renderRemote(contract, <SignUpPage />, { host });
    expect(host.navigation.location$.value.pathname).toBe('/team');
  });

  test('offers the providers that are set up', async () => {
    const host = createFakeHost({ user: null, path: '/auth/signup' });
    host.service.answer(calls.auth.listProviders, () => ({ providers: [...identityProviders] }));
    renderRemote(contract, <SignUpPage />, { host });
    await screen.findByRole('button', { name: 'Continue with Google' });
    const buttons = screen.getAllByRole('button', { name: /^Continue with/ }).map((button) => button.textContent);
    expect(buttons).toEqual(['Continue with Google', 'Continue with Apple', 'Continue with Microsoft']);
  });

  test('labels its fields for autofill and shows when a field is full', () => {
    setUp();
    const fields = ['First name', 'Last name', 'Email', 'Password'].map((label) => screen.getByLabelText(label));
    const names = ['given-name', 'family-name', 'username', 'new-password'];
    expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(names);
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'a'.repeat(100) } });
    expect(screen.getByText('Maximum of 100 characters.')).toBeTruthy();
  });

  test.each([
    ['terms of service', 'auth.terms'],
    ['privacy notice', 'auth.privacy'],
  ])('shows the %s that a person agrees to', async (name, dialog) => {
    const { host, press } = setUp();
    await press.click(screen.getByRole('button', { name }));
    expect(host.dialogsOpened).toEqual([{ dialog, props: {} }]);
    expect(screen.getByText(/By creating an account, you agree to/)).toBeTruthy();
  });
});

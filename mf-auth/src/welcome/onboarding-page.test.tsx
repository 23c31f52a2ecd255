import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { OnboardingPage } from './onboarding-page.tsx';

const setUp = (answer: () => object = () => ({})) => {
  const host = createFakeHost({ user: testUser({ heardFrom: undefined }), path: '/onboarding' });
  host.service.answer(calls.profile.updateUser, answer);
  return { ...renderRemote(contract, <OnboardingPage />, { host }), host, press: userEvent.setup() };
};
const question = async (press: ReturnType<typeof userEvent.setup>) =>
  press.click(screen.getByRole('button', { name: 'Next' }));

describe('the onboarding', () => {
  test('begins with the community and support, and greets the person', () => {
    setUp();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Atrium, Ada');
    expect(screen.getByRole('heading', { name: 'A community that shares' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Support when you need it' })).toBeTruthy();
  });

  test('asks how the user heard about the product', async () => {
    const { press } = setUp();
    await question(press);
    const options = screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
    expect(options).toEqual(['friend', 'youtube', 'linkedin', 'x', 'reddit', 'other']);
  });

  test('requires an option before it saves', async () => {
    const { host, press } = setUp();
    await question(press);
    await press.click(screen.getByRole('button', { name: 'Finish' }));
    expect(screen.getByRole('alert').textContent).toBe('Please select an option.');
    expect(document.activeElement).toBe(screen.getByLabelText('Friend'));
    expect(host.service.requests).toEqual([]);
  });

  test('saves the answer and goes to the main screen', async () => {
    const { host, press } = setUp();
    await question(press);
    await press.click(screen.getByLabelText('Reddit'));
    await press.click(screen.getByRole('button', { name: 'Finish' }));
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/'));
    expect(host.service.requests).toEqual([{ call: 'profile.updateUser', input: { heardFrom: 'reddit' } }]);
    expect(host.session.user$.value?.heardFrom).toBe('reddit');
    expect(host.eventsSeen).toEqual([{ event: 'auth.onboarded', payload: {} }]);
  });

  test('continues to the team that the user was joining before the account was complete', async () => {
    const { host, press } = setUp();
    host.storage.cookies.set('joinTeamId', 'b'.repeat(24));
    await question(press);
    await press.click(screen.getByLabelText('Other'));
    await press.click(screen.getByRole('button', { name: 'Finish' }));
    const address = host.navigation.location$;
    await waitFor(() => expect(address.value.pathname + address.value.search).toBe(`/join?id=${'b'.repeat(24)}`));
  });

  test('redirects users who have answered before', () => {
    const host = createFakeHost({ user: testUser({ heardFrom: 'x' }), path: '/onboarding' });
    renderRemote(contract, <OnboardingPage />, { host });
    expect(host.navigation.location$.value.pathname).toBe('/');
    expect(host.service.requests).toEqual([]);
  });

  test('stays with the answer where saving fails', async () => {
    const { host, press } = setUp(() => {
      throw new Failure(500, {});
    });
    await question(press);
    await press.click(screen.getByLabelText('Friend'));
    await press.click(screen.getByRole('button', { name: 'Finish' }));
    const message = 'Failed to complete your profile. Please try again.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(screen.getByLabelText('Friend')).toHaveProperty('checked', true);
    expect(host.session.user$.value?.heardFrom).toBeUndefined();
  });

  test('moves the focus with the step, forth and back', async () => {
    const { press } = setUp();
    await question(press);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'One last question' }));
    await press.click(screen.getByRole('button', { name: 'Back' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('follows Back and Forward of the browser', async () => {
    const { host, press } = setUp();
    await question(press);
    expect(host.history).toEqual(['/onboarding', '/onboarding?step=2']);
    act(() => host.navigation.navigate('/onboarding'));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Atrium, Ada');
    act(() => host.navigation.navigate('/onboarding?step=2'));
    expect(screen.getByRole('heading', { name: 'One last question' })).toBeTruthy();
  });

  test('sends a visitor to the login', () => {
    const host = createFakeHost({ user: null, path: '/onboarding' });
    renderRemote(contract, <OnboardingPage />, { host });
    expect(host.navigation.location$.value.pathname).toBe('/auth/login');
  });
});

import * as calls from '@atrium/shared-kernel/contracts/calls';
import { type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { input, renderChat } from '../testing/screen.tsx';

afterEach(() => vi.useRealTimers());

const free = testUser({ subscriptionEndDate: undefined });
const question = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your first question' });
const write = async (text: string) => {
  const field = await question();
  fireEvent.change(field, { target: { value: text } });
  return field;
};
const enter = (field: Element, more: KeyboardEventInit = {}) =>
  act(() => !fireEvent.keyDown(field, { key: 'Enter', ...more }));
const path = (host: FakeHost) => host.navigation.location$.value;
const stored = (host: FakeHost) => host.storage.local.get('firstQuestion');
/** A browser that has stored this text as the question. */
const holding =
  (question = '') =>
  (host: FakeHost) =>
    host.storage.local.set('firstQuestion', question);
const draft = (host: FakeHost, owner = 'a'.repeat(24)) => host.storage.session.get(`draft.${owner}.new`);
/** The user of this browser has signed up and paid. */
const join = (host: FakeHost) => act(() => host.session.user$.next(testUser()));

describe('a first question', () => {
  test('of a visitor leads to the sign-up, then to the plan, and is in no address', async () => {
    const { host } = renderChat({ user: null });
    await enter(await write('What is dark matter?'));
    expect(path(host)).toMatchObject({ pathname: '/auth/signup', search: '', hash: '' });
    expect(host.storage.cookies.get('intent')).toBe('subscribe');
    expect(host.history.join('\n')).not.toMatch(/dark|matter/);
    expect(stored(host)).toMatch(/What is dark matter\?$/);
  });

  test('of a user without a plan leads to the plan', async () => {
    const { host } = renderChat({ user: free });
    await write('Why?');
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(path(host).pathname).toBe('/subscribe');
  });

  test('is there again after a reload, whatever way the visitor went', async () => {
    const before = renderChat({ user: null });
    expect(await enter(await write('First line\nsecond'), { shiftKey: true })).toBe(false);
    // The key ends a composition of an input method.
    expect(await enter(await question(), { keyCode: 229 })).toBe(false);
    const storedDraft = stored(before.host);
    before.end();
    const { host } = renderChat({ user: free, prepare: holding(storedDraft) });
    expect((await question()).value).toBe('First line\nsecond');
    fireEvent.change(await question(), { target: { value: '' } });
    expect(stored(host)).toBeUndefined();
  });

  test('becomes the draft of the user who has paid, is not sent, and appears once', async () => {
    const { host } = renderChat({ user: free });
    await write('<img src=x onerror=alert(1)> **Why?**');
    join(host);
    await waitFor(() => expect(input().value).toBe('<img src=x onerror=alert(1)> **Why?**'));
    expect(stored(host)).toBeUndefined();
    expect(draft(host)).toContain('**Why?**');
    expect(host.service.requests).toEqual([]);
  });

  test('is inserted above the existing draft', async () => {
    const { host } = renderChat();
    fireEvent.change(input(), { target: { value: 'Else' } });
    fireEvent.click(screen.getByRole('button', { name: 'Research mode' }));
    act(() => host.session.user$.next(free));
    await write('Why?');
    join(host);
    await waitFor(() => expect(input().value).toBe('Why?\n\nElse'));
    expect(screen.getByRole('button', { name: 'Research mode' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('leaves an opened chat alone and waits for a new one', async () => {
    const { host } = renderChat({
      path: `/?chat=${'c'.repeat(24)}`,
      messages: [],
      prepare: holding(`${Date.now()} Why?`),
    });
    await waitFor(() => expect(host.service.requests.length).toBeGreaterThan(0));
    expect(input().value).toBe('');
    act(() => host.navigation.navigate('/'));
    await waitFor(() => expect(input().value).toBe('Why?'));
  });

  test('that is blank does nothing', async () => {
    const { host } = renderChat({ user: null });
    await enter(await write('  '));
    expect(path(host).pathname).toBe('/');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  });

  test('is not a prompt of a user who can chat', () => {
    renderChat();
    expect(screen.getAllByRole('textbox')).toEqual([input()]);
    expect(screen.queryByText('What you get with Atrium')).toBeNull();
  });
});

describe('the link of an agent', () => {
  const flowId = 'e'.repeat(24);
  const open = (answer: () => { title: string }, path = `/?agent=${flowId}`) => {
    const prepare = (host: FakeHost) => host.service.answer(calls.agents.getSharedTitle, answer);
    return renderChat({ user: null, path, prepare });
  };

  test('shows a visitor which agent is available after the sign-up, as text', async () => {
    const { host } = open(() => ({ title: '<b>Poet</b>' }));
    const note = await screen.findByText('<b>Poet</b>');
    expect(note.parentElement?.textContent).toBe(
      'You’re invited to use the agent <b>Poet</b>. Join or log in to add it.',
    );
    expect(host.service.requests).toEqual([{ call: 'agents.getSharedTitle', input: { flowId } }]);
  });

  test.each(['/', '/?agent=none', '/?agent='])('requests nothing at %s', async (at) => {
    const { host } = open(() => ({ title: 'Poet' }), at);
    await question();
    expect(host.service.requests).toEqual([]);
  });

  test('that no longer exists leaves the panel unchanged', async () => {
    const { host } = open(() => {
      throw failureOf('unknown-agent');
    });
    await question();
    await waitFor(() => expect(host.service.requests).toHaveLength(1));
    expect(screen.queryByText(/invited/)).toBeNull();
    expect(host.alertsShown).toEqual([]);
  });
});

describe('what Atrium is', () => {
  const prices = async () => {
    await screen.findByRole('heading', { name: 'What you get with Atrium' });
    return screen.getAllByRole('definition').map((one) => one.textContent);
  };

  test('has three lines, with the monthly and the yearly price', async () => {
    renderChat({ user: null });
    expect(await prices()).toEqual(['$10.00 a month', '$96.00 a year$8.00 a month, 20% less']);
    const [list] = screen.getAllByRole('list').filter((one) => one.textContent?.includes('Agents, collections'));
    expect(list?.querySelectorAll('li')).toHaveLength(3);
  });

  test('costs rand in South Africa, by the service’s answer before the account', async () => {
    const { host } = renderChat({ user: { ...free, countryCode: 'US' } });
    act(() => host.ipInfo$.next({ country: 'ZA' }));
    expect(await prices()).toEqual(['R180.00 a month', 'R1,728.00 a yearR144.00 a month, 20% less']);
  });

  test('costs what the country of the account does where the address tells none', async () => {
    const { host } = renderChat({ user: { ...free, countryCode: 'ZA' } });
    act(() => host.ipInfo$.next({ ip: '192.0.2.1' }));
    expect((await prices())[0]).toBe('R180.00 a month');
  });

  test('has no price until the country is known, and the US price where it is not to be had', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { host } = renderChat({ user: null });
    act(() => host.ipInfo$.next(undefined));
    expect((await prices()).join()).not.toContain('$');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect((await prices())[0]).toBe('$10.00 a month');
  });

  test('shows an answer by the renderer of answers', async () => {
    renderChat({ user: null });
    await screen.findByRole('figure', { name: 'A sample answer' });
    expect(await screen.findByRole('table')).toBeTruthy();
  });
});

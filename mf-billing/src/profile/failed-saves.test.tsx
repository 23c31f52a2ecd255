import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { saveLimit } from '@atrium/shared-kernel/save-queue';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { SettingsDialog } from '../settings/settings-dialog.tsx';

afterEach(() => vi.useRealTimers());

const setUp = (
  answer: () => object | Promise<object>,
  tab: 'Personalization' | 'Account' = 'Personalization',
  user: Partial<User> = {},
) => {
  const host = createFakeHost({ user: testUser(user) });
  host.service.answer(calls.profile.updateUser, answer);
  host.service.answer(calls.billing.getCustomer, () => ({}));
  host.service.answer(calls.passkeys.listPasskeys, () => ({ passkeys: [] }));
  host.service.answer(calls.session.listSessions, () => ({ sessions: [] }));
  host.service.answer(calls.auth.listConnections, () => ({ password: false, passkeys: 0, connections: [] }));
  host.service.answer(calls.auth.listProviders, () => ({ providers: [] }));
  const saved = () =>
    host.service.requests.filter(({ call }) => call === 'profile.updateUser').map(({ input }) => input);
  return { ...renderRemote(contract, <SettingsDialog />, { host, input: { tab } }), host, saved };
};
const isChecked = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

/** Each save is answered by the test. */
const setUpHeld = () => {
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<object>());
  let asked = 0;
  return { ...setUp(() => answers[asked++]?.promise ?? {}), answers };
};
const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('radio', { name }));

test('a name that a provider did not know is no mistake until its field was edited', async () => {
  setUp(() => ({}), 'Account', { lastName: '' });
  const field = () => screen.getByLabelText<HTMLInputElement>('Last name');
  expect(field().getAttribute('aria-invalid')).not.toBe('true');
  expect(screen.queryByText('This is a required field')).toBeNull();
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: '' } });
  expect(screen.getByText('This is a required field')).toBeTruthy();
});

describe('choices made one after the other', () => {
  test('reach the service in their order, each after the answer to the one before', async () => {
    const { answers, host, saved } = setUpHeld();
    for (const name of ['Dark', 'Light', 'Dark']) choose(name);
    expect(host.appearance.theme$.value).toBe('dark');
    await waitFor(() => expect(saved()).toEqual([{ theme: 'dark' }]));
    answers[0]?.resolve({});
    await waitFor(() => expect(saved()).toEqual([{ theme: 'dark' }, { theme: 'light' }]));
    answers[1]?.resolve({});
    await waitFor(() => expect(saved()).toHaveLength(3));
    answers[2]?.resolve({});
    await waitFor(() => expect(host.alertsShown).toHaveLength(3));
    expect([saved().at(-1), isChecked('Dark')]).toEqual([{ theme: 'dark' }, true]);
  });

  test('end with the last one, although the first fails', async () => {
    const { answers, host, saved } = setUpHeld();
    for (const name of ['Large', 'Medium', 'Small']) choose(name);
    await act(async () => undefined);
    expect(saved()).toEqual([{ fontSize: '18px' }]);
    answers[0]?.reject(new Failure(500, { msg: 'Failed.' }));
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    expect(saved()).toEqual([{ fontSize: '18px' }, { fontSize: '16px' }]);
    expect(isChecked('Small')).toBe(true);
    answers[1]?.resolve({});
    await waitFor(() => expect(saved().slice(2)).toEqual([{ fontSize: '14px' }]));
    answers[2]?.resolve({});
    await waitFor(() => expect(host.alertsShown).toHaveLength(3));
    expect(host.appearance.fontSize$.value).toBe('14px');
  });

  test('stay as chosen, although the user is fetched again before they are saved', async () => {
    const { answers, host } = setUpHeld();
    for (const name of ['Dark', 'Large']) choose(name);
    host.service.answer(calls.session.getUser, () => testUser({ theme: 'dark', fontSize: '16px' }));
    answers[0]?.resolve({});
    await act(() => host.session.refresh());
    expect(host.session.user$.value).toMatchObject({ theme: 'dark', fontSize: '18px' });
  });

  test('keep their order, although the settings are closed and opened again between them', async () => {
    const { answers, host, saved, ...rendered } = setUpHeld();
    choose('Dark');
    rendered.end();
    renderRemote(contract, <SettingsDialog />, { host, input: { tab: 'Personalization' } });
    choose('Light');
    await waitFor(() => expect(saved()).toEqual([{ theme: 'dark' }]));
    answers[0]?.resolve({});
    await waitFor(() => expect(saved()).toEqual([{ theme: 'dark' }, { theme: 'light' }]));
  });
});

describe('choices made as the page is left', () => {
  const leave = () => fireEvent(window, new Event('pagehide'));

  test('are all sent at once, and wait for each other again where the page is shown again', async () => {
    const { saved, answers } = setUpHeld();
    for (const name of ['Dark', 'Light']) choose(name);
    await waitFor(() => expect(saved()).toEqual([{ theme: 'dark' }]));
    leave();
    expect(saved()).toEqual([{ theme: 'dark' }, { theme: 'light' }]);
    fireEvent(window, new Event('pageshow'));
    choose('Large');
    answers[1]?.resolve({});
    await answers[1]?.promise;
    expect(saved()).toHaveLength(2);
    answers[0]?.resolve({});
    await waitFor(() => expect(saved()).toHaveLength(3));
  });

  test('show the saved value if all of them fail, in either order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const rendered = setUpHeld();
      const { answers, host } = rendered;
      for (const name of ['Large', 'Small']) choose(name);
      leave();
      for (const [index, answer] of order.entries()) {
        answers[answer]?.reject(new Failure(500, { msg: `Failed ${index}.` }));
        await waitFor(() => expect(host.alertsShown).toHaveLength(index + 1));
      }
      expect(isChecked('Medium')).toBe(true);
      expect(host.appearance.fontSize$.value).toBe('16px');
      rendered.end();
    }
  });

  test('show the last one even if an earlier one for the same value fails before or after it', async () => {
    for (const order of [
      [0, 1, 2],
      [1, 2, 0],
    ]) {
      const rendered = setUpHeld();
      const { answers, host } = rendered;
      for (const name of [/^Serious/, /^Casual/, /^Serious/]) choose(name);
      leave();
      for (const [index, answer] of order.entries()) {
        if (answer === 0) answers[answer]?.reject(new Failure(500, { msg: 'Failed.' }));
        else answers[answer]?.resolve({});
        await waitFor(() => expect(host.alertsShown).toHaveLength(index + 1));
      }
      expect(isChecked(/^Serious/)).toBe(true);
      rendered.end();
    }
  });
});

describe('a name that was typed offline', () => {
  const key = `settings.${'a'.repeat(24)}`;
  const second = () => act(() => void vi.advanceTimersByTime(1000));
  /** Waits with the fake clock. */
  const settled = (expectation: () => void) => act(async () => vi.waitFor(expectation));

  test('is stored, and saved when the network is back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    let offline = true;
    const { host, saved } = setUp(() => {
      if (offline) throw new Unreachable();
      return {};
    }, 'Account');
    await userEvent.setup().type(screen.getByLabelText('First name'), ' Augusta');
    second();
    await settled(() => expect(host.alertsShown.map(({ message }) => message)).toEqual(['Error posting to api.']));
    expect(host.storage.session.get(key)).toContain('Ada Augusta');
    second();
    expect(saved()).toHaveLength(1);

    offline = false;
    act(() => void globalThis.dispatchEvent(new Event('online')));
    second();
    await settled(() => expect(host.session.user$.value?.firstName).toBe('Ada Augusta'));
    await settled(() => expect(host.alertsShown.at(-1)?.message).toBe('Successfully updated info.'));
    expect(saved()).toEqual([{ firstName: 'Ada Augusta' }, { firstName: 'Ada Augusta' }]);
    expect(host.storage.session.get(key)).toBeUndefined();
  });

  test('is not retried if the service refused it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const { host, saved } = setUp(() => {
      throw new Failure(400, { msg: 'This username is taken.' });
    }, 'Account');
    await userEvent.setup().type(screen.getByLabelText('Username'), 'ada_1815');
    second();
    await settled(() => expect(host.alertsShown).toHaveLength(1));
    act(() => void globalThis.dispatchEvent(new Event('online')));
    second();
    await settled(() => expect(saved()).toHaveLength(1));
    expect(host.storage.session.get(key)).toBeUndefined();
  });
});

describe('a save without an answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }));
  const pass = (time: number) => act(() => void vi.advanceTimersByTime(time));
  const settled = (expectation: () => void) => act(async () => vi.waitFor(expectation));
  const tooLong = 'One of your changes took too long to save. Please try again.';

  test('ends after its time and is reverted; the later ones go on, and their success does not hide it', async () => {
    const { answers, host, saved } = setUpHeld();
    const dismiss = vi.spyOn(host.alerts, 'dismiss');
    for (const name of ['Dark', 'Large']) choose(name);
    await settled(() => expect(saved()).toEqual([{ theme: 'dark' }]));
    pass(saveLimit);
    await settled(() => expect(saved()).toEqual([{ theme: 'dark' }, { fontSize: '18px' }]));
    expect([isChecked('Light'), isChecked('Large')]).toEqual([true, true]);
    answers[1]?.resolve({});
    await settled(() =>
      expect(host.alertsShown.map(({ message }) => message)).toEqual([tooLong, 'Successfully updated info.']),
    );
    expect(dismiss).not.toHaveBeenCalled();
  });

  test('leaves what was typed in its field, which says so and offers to try again', async () => {
    const held: (() => object | Promise<object>)[] = [() => new Promise(() => undefined), () => ({})];
    let asked = 0;
    const { host, saved } = setUp(() => held[asked++]!(), 'Account');
    const field = () => screen.getByLabelText<HTMLInputElement>('First name');
    const described = () => document.querySelector(`[id="${field().getAttribute('aria-describedby')}"]`)?.textContent;
    fireEvent.change(field(), { target: { value: 'Ada Augusta' } });
    pass(1000);
    await settled(() => expect(saved()).toHaveLength(1));
    pass(saveLimit);
    await settled(() => expect(host.alertsShown).toMatchObject([{ message: tooLong }]));
    expect([field().value, described()]).toEqual(['Ada Augusta', 'Not saved yet.']);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(field());
    pass(1000);
    await settled(() => expect(host.session.user$.value?.firstName).toBe('Ada Augusta'));
    expect([saved(), described()]).toEqual([[{ firstName: 'Ada Augusta' }, { firstName: 'Ada Augusta' }], undefined]);
  });
});

describe('a username that was refused', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
  const second = () => act(() => void vi.advanceTimersByTime(1000));
  const settled = (expectation: () => void) => act(async () => vi.waitFor(expectation));
  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  /** The service refuses every change with the username “taken”. */
  const setUpTaken = () => {
    const rendered = setUp(() => {
      if (Object.hasOwn(Object(rendered.saved().at(-1)), 'username'))
        throw new Failure(400, { msg: 'This username is taken.' });
      return {};
    }, 'Account');
    return rendered;
  };

  test('stays in its field, and later changes are saved without it until it is edited', async () => {
    const { host, saved } = setUpTaken();
    change('Username', 'taken');
    second();
    await settled(() => expect(host.alertsShown).toHaveLength(1));
    change('Last name', 'King');
    second();
    await settled(() => expect(host.session.user$.value?.lastName).toBe('King'));
    expect(saved()).toEqual([{ username: 'taken' }, { lastName: 'King' }]);
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('taken');
    change('Username', 'taken_too');
    second();
    await settled(() => expect(saved().slice(2)).toEqual([{ username: 'taken_too' }]));
  });

  test('does not keep a name from being saved that was changed in the same second', async () => {
    const { host, saved } = setUpTaken();
    change('Last name', 'King');
    change('Username', 'taken');
    second();
    await settled(() => expect(host.alertsShown.at(-1)?.message).toBe('This username is taken.'));
    await settled(() => expect(saved()).toHaveLength(3));
    expect(saved().slice(1)).toEqual([{ lastName: 'King' }, { username: 'taken' }]);
    expect(host.session.user$.value?.lastName).toBe('King');
  });

  test('is not stored when the settings are closed', async () => {
    const { host, ...rendered } = setUpTaken();
    change('Username', 'taken');
    second();
    await settled(() => expect(host.alertsShown).toHaveLength(1));
    rendered.end();
    expect(host.storage.session.get(`settings.${'a'.repeat(24)}`)).toBeUndefined();
  });
});

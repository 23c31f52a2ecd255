import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createFakeHost, type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { SettingsDialog } from '../settings/settings-dialog.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => vi.useRealTimers());

const second = () => act(() => void vi.advanceTimersByTime(1000));
/** Waits with the fake clock. */
const settled = (expectation: () => void) => act(async () => vi.waitFor(expectation));
const key = `settings.${'a'.repeat(24)}`;

/** The settings of Ada, whose names the service has as `stored`. It refuses a change that is based on others. */
const setUp = (host: FakeHost = createFakeHost({ user: testUser({ revision: 'r1' }) }), now?: User) => {
  const { service, session } = host;
  let stored = now ?? session.user$.value!;
  service.answer(calls.session.getUser, () => stored);
  service.answer(calls.session.listSessions, () => ({ sessions: [] }));
  service.answer(calls.passkeys.listPasskeys, () => ({ passkeys: [] }));
  service.answer(calls.billing.getCustomer, () => ({}));
  service.answer(calls.auth.listConnections, () => ({ password: false, passkeys: 0, connections: [] }));
  service.answer(calls.auth.listProviders, () => ({ providers: [] }));
  let delay: Promise<void> | undefined;
  /** The answers to all saves wait until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    delay = promise;
    return () => act(async () => resolve());
  };
  service.answer(calls.profile.updateUser, async (change) => {
    const { basedOn } = service.requests.at(-1)!;
    if (basedOn && basedOn !== `"${stored.revision}"`) throw failureOf('stale', { revision: 'now' });
    const { reminderHour: _, ...names } = change;
    stored = { ...stored, ...(names as Partial<User>), revision: `${stored.revision}+` };
    const { revision } = stored;
    await delay;
    return { revision };
  });
  const rendered = renderRemote(contract, <SettingsDialog />, { host, input: { tab: 'Account' } });
  /** Saves in another tab. With `announced`, this tab gets the event. */
  const elsewhere = (change: Partial<User>, announced: boolean) => {
    stored = { ...stored, ...change, revision: 'theirs' };
    if (announced) act(() => host.session.user$.next(stored));
  };
  const saved = () =>
    service.requests.filter(({ call }) => call === 'profile.updateUser').map(({ input, basedOn }) => [input, basedOn]);
  return { ...rendered, host, elsewhere, hold, saved, press: userEvent.setup(), stored: () => stored };
};
const first = () => screen.getByLabelText<HTMLInputElement>('First name');
const last = () => screen.getByLabelText<HTMLInputElement>('Last name');
const note = () => screen.queryByRole('alert');

describe('a name that is edited here and saved elsewhere', () => {
  test('is shown in both versions, and saved when the user keeps their own', async () => {
    const { press, elsewhere, saved, stored } = setUp();
    await press.type(first(), ' Augusta');
    elsewhere({ firstName: 'Grace' }, true);
    expect(note()?.textContent).toContain('This changed to “Grace” in another tab or on another device.');
    second();
    expect([first().value, saved()]).toEqual(['Ada Augusta', []]);
    await press.tab();
    await press.keyboard('{Enter}');
    expect(document.activeElement).toBe(first());
    expect(note()).toBeNull();
    second();
    await settled(() => expect(saved()).toEqual([[{ firstName: 'Ada Augusta' }, '"theirs"']]));
    expect(stored().firstName).toBe('Ada Augusta');
  });

  test('is replaced when the user accepts the other version', async () => {
    const { press, elsewhere, saved, host } = setUp();
    await press.type(first(), ' Augusta');
    elsewhere({ firstName: 'Grace' }, true);
    await press.click(screen.getByRole('button', { name: 'Use theirs' }));
    expect([first().value, note(), host.storage.session.get(key)]).toEqual(['Grace', null, undefined]);
    second();
    expect(saved()).toEqual([]);
    elsewhere({ firstName: 'Hedy' }, true);
    expect([first().value, note()]).toEqual(['Hedy', null]);
  });

  test('is reported by the service if the tab was not notified, without losing the typed text', async () => {
    const { press, elsewhere, saved, host } = setUp();
    await press.type(first(), ' Augusta');
    elsewhere({ firstName: 'Grace' }, false);
    second();
    await settled(() => expect(note()?.textContent).toContain('“Grace”'));
    expect([first().value, host.alertsShown]).toEqual(['Ada Augusta', []]);
    second();
    expect(saved()).toHaveLength(1);
  });

  test('is saved automatically if a different field was changed elsewhere', async () => {
    const { press, elsewhere, saved, stored } = setUp();
    await press.type(first(), ' Augusta');
    elsewhere({ lastName: 'Byron' }, false);
    second();
    await settled(() => expect(last().value).toBe('Byron'));
    second();
    await settled(() => expect(saved()).toHaveLength(2));
    expect(stored()).toMatchObject({ firstName: 'Ada Augusta', lastName: 'Byron' });
    expect(note()).toBeNull();
  });

  test('waits for the decision even if the dialog closes', async () => {
    const rendered = setUp();
    const { press, elsewhere, host, stored } = rendered;
    await press.type(first(), ' Augusta');
    elsewhere({ firstName: 'Grace' }, true);
    act(() => rendered.end());
    expect(host.storage.session.get(key)).toBeDefined();
    const again = setUp(host, stored());
    expect(first().value).toBe('Ada Augusta');
    expect(note()?.textContent).toContain('“Grace”');
    second();
    expect(again.saved()).toEqual([]);
  });

  test('can be edited while it is being saved', async () => {
    const { press, saved, host } = setUp();
    await press.type(last(), ' King');
    second();
    await press.type(last(), ' Noel');
    await settled(() => expect(host.alertsShown).toHaveLength(1));
    expect([last().value, note()]).toEqual(['Lovelace King Noel', null]);
    second();
    await settled(() => expect(saved()).toHaveLength(2));
    expect(saved().at(-1)).toEqual([{ lastName: 'Lovelace King Noel' }, '"r1+"']);
  });
});

describe('names that are saved at once', () => {
  /** The first name is on its way, and the last one waits for its answer. */
  const saveBoth = async () => {
    const rendered = setUp();
    const { press, saved, hold } = rendered;
    const answer = hold();
    await press.type(first(), ' Augusta');
    second();
    await settled(() => expect(saved()).toEqual([[{ firstName: 'Ada Augusta' }, '"r1"']]));
    await press.type(last(), ' King');
    return { ...rendered, answer };
  };

  test('are each based on what the one before led to', async () => {
    const both = await saveBoth();
    const { answer, host, saved, stored } = both;
    act(() => both.end());
    await answer();
    await settled(() => expect(host.alertsShown).toHaveLength(2));
    expect(saved().at(-1)).toEqual([{ lastName: 'Lovelace King' }, '"r1+"']);
    expect(stored()).toMatchObject({ firstName: 'Ada Augusta', lastName: 'Lovelace King' });
    expect(host.storage.session.get(key)).toBeUndefined();
  });

  test('do not overwrite what was changed elsewhere while one of them waited', async () => {
    const both = await saveBoth();
    const { answer, elsewhere, host, saved, stored } = both;
    act(() => both.end());
    elsewhere({ lastName: 'Byron' }, true);
    await answer();
    await settled(() => expect(saved()).toHaveLength(2));
    await settled(() => expect(host.session.user$.value?.lastName).toBe('Byron'));
    expect([stored().lastName, host.storage.session.get(key)]).toEqual([
      'Byron',
      expect.stringContaining('Lovelace King'),
    ]);
  });

  test('are both saved as the page is left', async () => {
    const { answer, saved, stored } = await saveBoth();
    act(() => void globalThis.dispatchEvent(new Event('pagehide')));
    expect(saved().at(-1)).toEqual([{ lastName: 'Lovelace King' }, undefined]);
    await answer();
    await settled(() => expect(stored().lastName).toBe('Lovelace King'));
    globalThis.dispatchEvent(new Event('pageshow'));
  });
});

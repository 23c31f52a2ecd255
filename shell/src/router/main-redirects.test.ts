import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { expect, test } from 'vitest';
import { createIntents } from './intents.ts';
import { applyMainRedirects } from './main-redirects.ts';

test('a visitor who logs in continues reading the shared chat, once', () => {
  const host = createFakeHost({ user: null, path: '/?id=abc-DEF_12' });
  const { navigation, session, dialogs, storage } = host;
  const shown = () => navigation.location$.value.pathname + navigation.location$.value.search;
  applyMainRedirects(navigation, session, dialogs, createIntents(storage.session));
  expect(shown()).toBe('/?id=abc-DEF_12');
  navigation.navigate('/auth/login');
  session.user$.next(testUser());
  expect(shown()).toBe('/auth/login');
  navigation.navigate('/');
  expect(shown()).toBe('/?id=abc-DEF_12');
  navigation.navigate('/?chat=1');
  navigation.navigate('/');
  expect(shown()).toBe('/');
});

test('a user without onboarding stays on the main screen while its page is disabled', () => {
  const { heardFrom: _, ...unheard } = testUser();
  const shownWith = (...disabled: string[]) => {
    const { navigation, session, dialogs, storage } = createFakeHost({ user: unheard });
    applyMainRedirects(navigation, session, dialogs, createIntents(storage.session), disabled);
    return navigation.location$.value.pathname;
  };
  expect([shownWith(), shownWith('/onboarding')]).toEqual(['/onboarding', '/']);
});

test('a visitor’s invitation leads to the page that joins the team once, and not again after the login', () => {
  const id = 'a'.repeat(24);
  const { subscriptionEndDate: _, ...free } = testUser();
  const { navigation, session, dialogs, storage } = createFakeHost({ user: null, path: `/?joinTeamId=${id}` });
  const shown = () => navigation.location$.value.pathname + navigation.location$.value.search;
  applyMainRedirects(navigation, session, dialogs, createIntents(storage.session));
  expect(shown()).toBe(`/join?id=${id}`);
  session.user$.next(free);
  navigation.navigate('/');
  expect(shown()).toBe('/');
});

test.each(['?id=abc-DEF_12', `?agent=${'a'.repeat(24)}`, `?team=${'b'.repeat(24)}`])(
  'a user who is not onboarded follows the link %s after the onboarding',
  (search) => {
    const { heardFrom, ...unheard } = testUser();
    const host = createFakeHost({ user: unheard, path: `/${search}` });
    const { navigation, session, dialogs, storage } = host;
    const shown = () => navigation.location$.value.pathname + navigation.location$.value.search;
    applyMainRedirects(navigation, session, dialogs, createIntents(storage.session));
    expect(shown()).toBe('/onboarding');
    session.user$.next({ ...unheard, heardFrom: heardFrom ?? 'friend' });
    navigation.navigate('/');
    const opened = host.dialogsOpened.map(({ dialog }) => dialog);
    expect([shown(), ...opened]).toEqual(
      search.startsWith('?id')
        ? [`/${search}`]
        : ['/', search.startsWith('?team') ? 'teams.admin' : 'workspace.editAgent'],
    );
  },
);

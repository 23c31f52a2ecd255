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

const place = `/?chat=${'c'.repeat(24)}`;
const [ada, bea] = [testUser(), testUser({ _id: 'b'.repeat(24) })];

/** A page at an address that belongs to Ada, whose session has ended. */
const startEnded = (path: string, expected?: string) => {
  const { navigation, session, dialogs, storage } = createFakeHost({ user: null, path });
  applyMainRedirects(navigation, session, dialogs, createIntents(storage.session), [], expected);
  return {
    session,
    go: (to: string) => {
      navigation.navigate(to);
      return navigation.location$.value.pathname + navigation.location$.value.search;
    },
  };
};

test.each([place, `/?flow=${'f'.repeat(24)}`, `/?collection=${'e'.repeat(24)}`])(
  'who logs in again after the session has ended at %s continues there, once',
  (path) => {
    const { session, go } = startEnded(path, ada._id);
    go('/auth/login');
    session.user$.next(ada);
    expect([go('/'), go('/')]).toEqual([path, '/']);
  },
);

test.each([
  ['another person', bea, ada._id],
  ['a person where nobody was expected', ada, undefined],
])('%s does not continue where the address of a visitor’s page was', (_, user, expected) => {
  const { session, go } = startEnded(place, expected);
  go('/auth/login');
  session.user$.next(user);
  expect(go('/')).toBe('/');
});

test('an address that says itself what to open is kept', () => {
  const { session, go } = startEnded(place, ada._id);
  go('/auth/login');
  session.user$.next(ada);
  const other = `/?chat=${'d'.repeat(24)}`;
  expect([go(other), go('/')]).toEqual([other, '/']);
});

test('who logs out on this page begins at the main screen', () => {
  const { session, go } = startEnded('/', ada._id);
  session.user$.next(ada);
  go(place);
  session.user$.next(undefined);
  go('/auth/login');
  session.user$.next(ada);
  expect(go('/')).toBe('/');
});

import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { describe, expect, test } from 'vitest';
import { conflictsOf, draftError, draftOf, changeToSaveOf, type ProfileDraft, shownOf } from './draft.ts';

const user = testUser({ username: 'ada' });
const draft = draftOf(user);
const message = 'Must be 3 - 30 symbols long. Usernames can only consist of letters, numbers and underscores (_)';

describe('the profile draft', () => {
  test.each([
    ['ab', message],
    ['1ada', message],
    ['_ada', message],
    ['ada-lovelace', message],
    [`a${'b'.repeat(30)}`, message],
    ['', undefined],
    ['ada', undefined],
    ['Ada_1815', undefined],
    [`a${'b'.repeat(29)}`, undefined],
  ])('validates the username %o: %o', (username, error) => {
    expect(draftError({ ...draft, username }, 'username')).toBe(error);
  });

  test('requires a first and a last name', () => {
    expect(draftError({ ...draft, firstName: ' ' }, 'firstName')).toBe('This is a required field');
    expect(draftError({ ...draft, lastName: '' }, 'lastName')).toBe('This is a required field');
  });

  /** Typed values that replace the user's saved ones. */
  const over = (typed: Partial<ProfileDraft>, who = user) => ({ typed, base: draftOf(who) });

  test('contains only the changed, valid fields', () => {
    expect(changeToSaveOf(over({ firstName: ' Augusta ', lastName: '', username: '1' }), user)).toEqual({
      firstName: 'Augusta',
    });
  });

  test('allows an empty username and display name', () => {
    const named = testUser({ username: 'ada', aiDisplayName: 'Countess' });
    expect(changeToSaveOf(over({ username: '', aiDisplayName: '' }, named), named)).toEqual({
      username: '',
      aiDisplayName: '',
    });
  });

  test('is not due if only trailing spaces differ', () => {
    expect(changeToSaveOf(over({ firstName: 'Ada ' }), user)).toBeUndefined();
    expect(shownOf(over({ firstName: 'Ada ' }), user).firstName).toBe('Ada ');
  });

  test('follows changes saved elsewhere if nothing was typed, and does not save them', () => {
    const typing = over({ aiDisplayName: 'Countess', lastName: 'Lovelace' });
    const now = testUser({ username: 'ada', firstName: 'Grace', lastName: 'Hopper' });
    expect(shownOf(typing, now)).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', aiDisplayName: 'Countess' });
    expect(changeToSaveOf(typing, now)).toEqual({ aiDisplayName: 'Countess' });
    expect(conflictsOf(typing, now)).toEqual({});
  });

  test('does not overwrite what was changed elsewhere meanwhile, and shows it next to the field', () => {
    const typing = over({ firstName: 'Augusta', lastName: 'King' });
    const now = testUser({ username: 'ada', firstName: 'Grace' });
    expect(shownOf(typing, now)).toMatchObject({ firstName: 'Augusta', lastName: 'King' });
    expect(conflictsOf(typing, now)).toEqual({ firstName: 'Grace' });
    expect(changeToSaveOf(typing, now)).toEqual({ lastName: 'King' });
    expect(conflictsOf(typing, testUser({ username: 'ada', firstName: 'Augusta' }))).toEqual({});
  });

  test('applies a local switch once', () => {
    const typing = over({ emailNotifications: false });
    expect(changeToSaveOf(typing, user)).toEqual({ emailNotifications: false });
    expect(changeToSaveOf(typing, testUser({ username: 'ada', emailNotifications: false }))).toBeUndefined();
  });
});

import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { describe, expect, test } from 'vitest';
import { draftError, draftOf, dueOf } from './draft.ts';

const user = testUser({ username: 'ada' });
const draft = draftOf(user);
const message = 'Must be 3 - 30 symbols long. Usernames can only consist of letters, numbers and underscores (_)';

describe('the profile as typed', () => {
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
  ])('says of the username %o: %o', (username, error) => {
    expect(draftError({ ...draft, username }, 'username')).toBe(error);
  });

  test('needs a first and a last name', () => {
    expect(draftError({ ...draft, firstName: ' ' }, 'firstName')).toBe('This is a required field');
    expect(draftError({ ...draft, lastName: '' }, 'lastName')).toBe('This is a required field');
  });

  test('is due with what differs and is valid only', () => {
    expect(dueOf({ ...draft, firstName: ' Augusta ', lastName: '', username: '1' }, user)).toEqual({
      firstName: 'Augusta',
    });
  });

  test('may be emptied of the username and the display name', () => {
    const named = testUser({ username: 'ada', aiDisplayName: 'Countess' });
    expect(dueOf({ ...draftOf(named), username: '', aiDisplayName: '' }, named)).toEqual({
      username: '',
      aiDisplayName: '',
    });
  });

  test('is not due while only spaces at its end differ', () => {
    expect(dueOf({ ...draft, firstName: 'Ada ' }, user)).toBeUndefined();
  });
});

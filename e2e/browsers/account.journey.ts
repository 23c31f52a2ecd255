import { password } from '../fixtures.ts';
import { test } from './fixtures.ts';
import { button, field, role } from './person.ts';

test('a user signs up, logs out and logs in', async ({ person }, { project }) => {
  const email = `${project.name}-${Date.now()}@example.org`;
  await person.open('/auth/signup');
  await person.fill(field('First name'), 'Ada');
  await person.fill(field('Last name'), 'Lovelace');
  await person.fill(field('Email'), email);
  await person.fill(field('Password'), password);
  await person.press(button('Create account'));
  await person.isAt(/\/onboarding/);
  await person.press(button('Next'));
  await person.press(role('radio', /friend/i));
  await person.press(button('Finish'));
  await person.press(button(/Settings$/));
  await person.press(role('tab', 'Account'));
  await person.press(button('Log out'));
  await person.misses(role('dialog', 'Settings'));
  await person.misses(role('complementary', 'Chats'));
  await person.open('/auth/login');
  await person.fill(field('Email'), email);
  await person.fill(field('Password'), password);
  await person.press(button('Log in'));
  await person.sees(button(/Settings$/));
});

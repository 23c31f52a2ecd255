import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ResetPageStatic } from './forgotten/reset-page.static.tsx';
import { LoginPageStatic } from './login/login-page.static.tsx';
import { SignUpPageStatic } from './registration/sign-up-page.static.tsx';

const pages = [
  ['login', LoginPageStatic, ['email username', 'password current-password']],
  [
    'sign-up',
    SignUpPageStatic,
    ['firstName given-name', 'lastName family-name', 'email username', 'password new-password'],
  ],
  ['reset', ResetPageStatic, ['email username']],
] as const;

test.each(pages)('%s is a form that is posted, with the fields that password managers expect', (name, Part, fields) => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<Part />);
  const form = page.querySelector('form');
  expect(form?.dataset['earlyForm']).toBe(name);
  // No password may ever be part of a URL.
  expect(form?.getAttribute('method')).toBe('post');
  const inputs = [...page.querySelectorAll('input')];
  expect(inputs.map((input) => `${input.dataset['early']} ${input.autocomplete}`)).toEqual(fields);
  for (const input of inputs) {
    expect(input.name).toBe(input.dataset['early']);
    expect(page.querySelector(`label[for="${input.id}"]`)).not.toBeNull();
  }
  expect(form?.querySelector<HTMLButtonElement>('[type=submit]')?.disabled).toBe(false);
});

test('the space for the passkey button is removed if the browser does not support passkeys', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<LoginPageStatic />);
  const [button] = page.querySelectorAll<HTMLElement>('[data-requires]');
  expect(button?.textContent).toBe('Log in with a passkey');
  expect(button?.dataset['requires']).toBe('PublicKeyCredential');
});

test.each([LoginPageStatic, SignUpPageStatic])('the sentence about the plan of a team has its space', (Part) => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<Part />);
  const [space] = page.querySelectorAll('p[aria-hidden]');
  expect(space?.textContent).toMatch(/^Next: a plan for your team, /);
});

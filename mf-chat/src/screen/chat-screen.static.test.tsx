import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { suggestions } from '../composer/suggestions.ts';
import { ChatScreenStatic } from './chat-screen.static.tsx';

/** The page for users with this access, whose styles hide the other variants. */
const part = (access: string) => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<ChatScreenStatic />);
  if (!page.querySelector(`[data-for="${access}"]`)) throw new Error(`nothing is for ${access}`);
  for (const other of page.querySelectorAll(`[data-for]:not([data-for~="${access}"])`)) other.remove();
  return page;
};
const labels = (element: HTMLElement) =>
  [...element.querySelectorAll('button, a, textarea')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent.trim(),
  );

test('a user who could chat last time gets a composer to type in, with everything else still inert', () => {
  const premium = part('premium');
  const field = premium.querySelector('textarea[data-early="message"]');
  expect(field?.closest('form')?.dataset['earlyForm']).toBe('composer');
  expect(field?.closest('form')?.getAttribute('method')).toBe('post');
  // A browser that reloads the page does not restore old text.
  expect(field?.getAttribute('autocomplete')).toBe('off');
  expect(field?.getAttribute('data-placeholders')?.split('|')).toEqual(suggestions);
  for (const button of premium.querySelectorAll('button')) expect(button.disabled, button.outerHTML).toBe(true);
  expect(labels(premium)).toEqual(expect.arrayContaining(['Attach files', 'Research mode', 'Image mode', 'Send']));
});

test('who could not chat finds the ways to join instead of it (B2.17), and the field for a first question', () => {
  expect(labels(part('free'))).toEqual(expect.arrayContaining(['Join Today', 'Create a Team']));
  expect(labels(part('free'))).not.toContain('Login');
  expect(labels(part('visitor'))).toEqual(expect.arrayContaining(['Join Today', 'Create a Team', 'Login']));
  for (const access of ['free', 'visitor']) {
    expect(part(access).querySelector('form[data-early-form="composer"]')).toBeNull();
    expect(part(access).querySelectorAll('[data-early="message"]')).toHaveLength(1);
  }
  expect(part('visitor').querySelector('nav a')?.getAttribute('href')).toBe('/auth/signup');
});

test('if the visitor is unknown there is nothing that could be reverted', () => {
  expect(labels(part('unknown'))).toEqual([]);
});

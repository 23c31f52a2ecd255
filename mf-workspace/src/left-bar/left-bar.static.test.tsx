import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LeftBarStatic } from './left-bar.static.tsx';

/** The page for users with this access, whose styles hide the other variants. */
const part = (access: string) => {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<LeftBarStatic />);
  if (!page.querySelector(`[data-for="${access}"]`)) throw new Error(`nothing is for ${access}`);
  for (const other of page.querySelectorAll(`[data-for]:not([data-for~="${access}"])`)) other.remove();
  return page;
};

test('a user who can chat gets a working New Chat, with the rest of the bar still inert', () => {
  const bar = part('premium');
  const newChat = [...bar.querySelectorAll('a')].find(({ textContent }) => textContent === 'New Chat');
  expect(newChat?.getAttribute('href')).toBe('/');
  expect(bar.querySelector('output')?.getAttribute('aria-label')).toBe('Loading chats');
  for (const button of bar.querySelectorAll('button')) expect(button.disabled, button.outerHTML).toBe(true);
});

test('a user without a plan finds the way to one', () => {
  const links = [...part('free').querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/', '/', '/subscribe']);
});

test('the space for the team switcher is there for users who had one', () => {
  expect(part('premium').querySelectorAll('[data-stored="teams"]')).toHaveLength(1);
});

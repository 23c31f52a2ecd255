import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { CitationLink, cardPosition } from './citations-card.tsx';

const show = () => {
  render(
    <CitationLink url="https://www.a.test/page" label="Source 1: a.test">
      1
    </CitationLink>,
  );
  const link = screen.getByRole('link', { name: 'Source 1: a.test' });
  // A test must not open anything.
  link.addEventListener('click', (event) => event.preventDefault());
  return link;
};
const card = () => screen.queryByRole('tooltip');

describe('the card of a citation', () => {
  test('names the site beside its icon of the product, drawn at 12', () => {
    fireEvent.mouseEnter(show());
    expect(card()?.textContent).toBe('a.test');
    const icon = card()?.querySelector('img');
    expect([icon?.getAttribute('src'), icon?.width, icon?.height]).toEqual([
      '/api/favicon?domain=a.test&size=16',
      12,
      12,
    ]);
    if (icon) fireEvent.error(icon);
    expect(card()?.querySelector('img')).toBeNull();
    expect(card()?.querySelector('svg')).not.toBeNull();
  });

  test.each(['mouseLeave', 'click', 'blur'] as const)('is gone after %s', (event) => {
    const link = show();
    fireEvent.focus(link);
    expect(card()).not.toBeNull();
    fireEvent[event](link);
    expect(card()).toBeNull();
  });

  test('is 5 px below its link on the screen, and its width leaves 30 px of the window', () => {
    const link = show();
    vi.spyOn(link, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 80, 20, 20));
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(400);
    vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(300);
    fireEvent.mouseEnter(link);
    expect([card()?.style.insetInlineStart, card()?.style.insetBlockStart]).toEqual(['100px', '105px']);
    const rule = /\.card \{[^}]*\}/.exec(readFileSync(join(import.meta.dirname, 'citations.module.css'), 'utf8'))?.[0];
    expect(rule).toContain('max-width: calc(100vw - 30px)');
  });

  test('is gone when anything around it scrolls', () => {
    fireEvent.mouseEnter(show());
    const box = document.body.appendChild(document.createElement('div'));
    fireEvent.scroll(box);
    expect(card()).toBeNull();
    box.remove();
  });

  test('opens its site in a new tab', () => {
    const link = show();
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow']);
  });
});

test('a card is 5 px from its link and 15 px from the edges of the window', () => {
  const room = { width: 400, height: 300 };
  const size = { width: 120, height: 30 };
  expect(cardPosition({ left: 100, top: 80, bottom: 100 }, size, room)).toEqual({ left: 100, top: 105 });
  expect(cardPosition({ left: 390, top: 80, bottom: 100 }, size, room).left).toBe(265);
  expect(cardPosition({ left: 2, top: 80, bottom: 100 }, size, room).left).toBe(15);
  expect(cardPosition({ left: 100, top: 240, bottom: 260 }, size, room).top).toBe(205);
});

import { screen } from '@testing-library/react';
import { vi } from 'vitest';

const screenHeight = 900;
/** The height of each row, whatever was estimated. */
const rowHeight = 100;

const pixels = (value: string) => Number.parseFloat(value) || 0;
export const conversation = () => screen.getByRole('list', { name: 'Conversation' });
export const rows = () => [...conversation().children] as HTMLElement[];
export const box = () => conversation().parentElement!.parentElement!;
/** The positions of the rows in the list: the test environment has no layout. */
const topOf = (row: HTMLElement): number => {
  const before = rows().slice(0, rows().indexOf(row));
  const above = before.reduce((sum, one) => sum + pixels(one.style.marginBlockStart) + rowHeight, 0);
  return above + pixels(row.style.marginBlockStart);
};
const heightOfList = () => topOf(rows().at(-1)!) + rowHeight + pixels(conversation().style.paddingBlockEnd);

export const rectOf = (element: HTMLElement): { top: number; height: number } => {
  if (element.getAttribute('aria-label') === 'Conversation') return { top: -box().scrollTop, height: heightOfList() };
  if (element.parentElement?.getAttribute('aria-label') === 'Conversation')
    return { top: topOf(element) - box().scrollTop, height: rowHeight };
  return { top: 0, height: screenHeight };
};

/** Nothing is measured, so rows keep their estimated heights. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Gives the rows of a thread their positions, before each test. */
export const layOutRows = (): void => {
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
    const { top, height } = rectOf(this);
    return { top, height, bottom: top + height, left: 0, right: 700, width: 700, x: 0, y: top } as DOMRect;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(screenHeight);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() =>
    screen.queryByRole('list', { name: 'Conversation' }) ? heightOfList() : screenHeight,
  );
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function to(this: HTMLElement, options) {
    this.scrollTop = Math.min((options as ScrollToOptions).top ?? 0, this.scrollHeight - screenHeight);
  });
};

import { act, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useStickToEnd } from './use-stick-to-end.ts';

let grow = () => {};
let height = 1000;

class Observer {
  constructor(callback: () => void) {
    grow = callback;
  }
  observe() {}
  disconnect() {}
}

let shift = (_pixels: number) => {};

const Screen = ({ chat, begins }: { readonly chat: string; readonly begins?: 'start' | 'end' }) => {
  const { box, content, atEnd, onScroll, toEnd, scroll } = useStickToEnd(chat, begins);
  useEffect(() => {
    ({ shift } = scroll);
  }, [scroll]);
  return (
    <>
      <div ref={box} role="log" onScroll={onScroll}>
        <div ref={content} />
      </div>
      {!atEnd && (
        <button type="button" onClick={() => toEnd()}>
          Jump
        </button>
      )}
    </>
  );
};

beforeEach(() => {
  height = 1000;
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const box = () => screen.getByRole('log');
const scrollTo = (top: number) => {
  box().scrollTop = top;
  fireEvent.scroll(box());
};
const growTo = (next: number) =>
  act(() => {
    height = next;
    grow();
  });
const end = () => box().scrollTop >= height - 200;

test('begins at the end and stays there while the text grows', () => {
  render(<Screen chat="a" />);
  expect(end()).toBe(true);
  growTo(1500);
  expect(end()).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});

test('keeps the position of a reader who scrolled up, until the jump', () => {
  render(<Screen chat="a" />);
  scrollTo(800);
  scrollTo(300);
  growTo(1500);
  expect(box().scrollTop).toBe(300);
  fireEvent.click(screen.getByRole('button', { name: 'Jump' }));
  expect(end()).toBe(true);
  growTo(2000);
  expect(end()).toBe(true);
});

test('stays at the end where the text gets shorter, and longer again before the browser reports that it scrolled', () => {
  render(<Screen chat="a" />);
  vi.spyOn(box(), 'scrollTo').mockImplementation((options) => {
    box().scrollTop = Math.min(Number((options as ScrollToOptions).top), height - 200);
  });
  scrollTo(800);
  // A browser moves the view with the end of its content.
  box().scrollTop = 700;
  growTo(900);
  height = 1000;
  fireEvent.scroll(box());
  growTo(1000);
  expect(end()).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});

test('stays at the end where the text got shorter, then longer by less, when the browser reports that it scrolled', () => {
  render(<Screen chat="a" />);
  scrollTo(800);
  // A browser moves the view with the end of its content.
  box().scrollTop = 700;
  height = 960;
  fireEvent.scroll(box());
  growTo(960);
  expect(end()).toBe(true);
  // A reader who scrolls then is one.
  scrollTo(300);
  growTo(1000);
  expect(box().scrollTop).toBe(300);
});

test('keeps what a reader has scrolled where rows come above before the browser reports it', () => {
  render(<Screen chat="a" />);
  scrollTo(800);
  box().scrollTop = 300;
  height = 1500;
  shift(500);
  fireEvent.scroll(box());
  growTo(1600);
  expect(box().scrollTop).toBe(800);
});

test('keeps the position where the text gets shorter and longer again, and the browser moves the view with its end', () => {
  render(<Screen chat="a" />);
  scrollTo(800);
  scrollTo(300);
  height = 490;
  scrollTo(290);
  height = 520;
  scrollTo(300);
  growTo(1500);
  expect(box().scrollTop).toBe(300);
});

test('follows the end of a text that got shorter once the reader scrolls there', () => {
  render(<Screen chat="a" />);
  scrollTo(800);
  scrollTo(300);
  height = 490;
  scrollTo(290);
  scrollTo(200);
  scrollTo(290);
  growTo(1500);
  expect(end()).toBe(true);
});

test('detaches at the first turn of the wheel, before the browser has scrolled far', () => {
  render(<Screen chat="a" />);
  scrollTo(800);
  fireEvent.wheel(box(), { deltaY: -100 });
  scrollTo(790);
  growTo(1500);
  expect(box().scrollTop).toBe(790);
});

test('follows the end again after a turn of the wheel there and back', () => {
  render(<Screen chat="a" />);
  scrollTo(800);
  fireEvent.wheel(box(), { deltaY: -10 });
  scrollTo(790);
  scrollTo(800);
  growTo(1500);
  expect(end()).toBe(true);
});

test('keeps to the end where the wheel turns down, or there is nothing above', () => {
  render(<Screen chat="a" />);
  fireEvent.wheel(box(), { deltaY: 100 });
  growTo(1500);
  expect(end()).toBe(true);
  box().scrollTop = 0;
  fireEvent.wheel(box(), { deltaY: -100 });
  growTo(2000);
  expect(end()).toBe(true);
});

test('sticks again when the reader returns to the end, and in another chat', () => {
  const { rerender } = render(<Screen chat="a" />);
  scrollTo(800);
  scrollTo(300);
  scrollTo(790);
  growTo(1500);
  expect(end()).toBe(true);
  scrollTo(100);
  rerender(<Screen chat="b" />);
  expect(end()).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});

test('starts at the beginning if told to, with a jump to the end once there is more', () => {
  height = 200;
  render(<Screen chat="a" begins="start" />);
  expect(screen.queryByRole('button')).toBeNull();
  growTo(1500);
  expect(box().scrollTop).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Jump' }));
  expect(end()).toBe(true);
  growTo(2000);
  expect(end()).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});

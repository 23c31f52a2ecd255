import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completedAtOnce, createScrollPace, PaceContext, stillAfter, useFullRow } from './scroll-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const Row = ({ chat = 'a chat' }) => <p>{useFullRow(chat) ? 'whole' : 'light'}</p>;
const show = (scrolled: boolean, rows = 10) => {
  const pace = createScrollPace();
  if (scrolled) pace.scrolled();
  render(
    <PaceContext value={pace}>
      {Array.from({ length: rows }, (_, index) => (
        <Row key={index} />
      ))}
    </PaceContext>,
  );
  return pace;
};
const whole = () => screen.queryAllByText('whole').length;
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('rows of a list that was never scrolled are complete at once', () => {
  show(false);
  expect(whole()).toBe(10);
});

test('rows that appear while scrolling are light, and are completed a few at a time once it stops', () => {
  show(true);
  expect(whole()).toBe(0);
  pass(stillAfter - 1);
  expect(whole()).toBe(0);
  pass(1);
  expect(whole()).toBe(completedAtOnce);
  pass(10);
  expect(whole()).toBe(10);
});

test('none is completed before the last scroll is over', () => {
  const pace = show(true);
  pass(stillAfter - 1);
  pace.scrolled();
  pass(stillAfter - 1);
  expect(whole()).toBe(0);
  pass(1);
  expect(whole()).toBe(completedAtOnce);
});

test('a row outside of such a list is whole', () => {
  render(<Row />);
  expect(whole()).toBe(1);
});

test('an element that shows another chat after a jump is light again until the list stops', () => {
  const pace = createScrollPace();
  const row = (chat: string) => (
    <PaceContext value={pace}>
      <Row chat={chat} />
    </PaceContext>
  );
  const { rerender } = render(row('one chat'));
  expect(whole()).toBe(1);
  pace.scrolled();
  rerender(row('another chat'));
  expect(whole()).toBe(0);
  pass(stillAfter);
  expect(whole()).toBe(1);
});

import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveMessage, fromPrompt, fromService } from '../reply/reply.ts';
import { storedMessage } from '../testing/replies.ts';
import { Announcer } from './announcer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const streaming = (content: string): LiveMessage => ({ ...fromPrompt('Hi', 'one', new Date()), content });
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('says whole sentences as they come, each once, and the rest at the end', () => {
  const { container, rerender } = render(<Announcer message={streaming('')} />);
  const announced = () => container.textContent;
  rerender(<Announcer message={streaming('One is here. Two is')} />);
  expect(announced()).toBe('');
  pass(1500);
  expect(announced()).toBe('One is here.');
  rerender(<Announcer message={streaming('One is here. Two is **too**. Three')} />);
  pass(1500);
  expect(announced()).toMatch(/^Two is\s+too\s*\.$/);
  rerender(
    <Announcer message={{ ...streaming('One is here. Two is **too**. Three'), pending: false, streaming: false }} />,
  );
  expect(announced()).toBe('Three');
});

test('says that a reply failed', () => {
  const { container, rerender } = render(<Announcer message={streaming('')} />);
  rerender(<Announcer message={{ ...streaming(''), pending: false, streaming: false, failed: true }} />);
  expect(container.textContent).toBe('Failed to generate response. Please try again.');
});

test('says that a reply failed after it had begun', () => {
  const { container, rerender } = render(<Announcer message={streaming('')} />);
  const broken = { ...streaming('The capital of'), pending: false, streaming: false, failed: true };
  rerender(<Announcer message={broken} />);
  expect(container.textContent).toBe('The capital of Failed to generate response. Please try again.');
});

test('says that a reply failed again', () => {
  const { container, rerender } = render(<Announcer message={streaming('')} />);
  const texts: (string | null)[] = [];
  const again = (key: string) => {
    const reply = { ...fromPrompt('Hi', key, new Date()), content: '' };
    rerender(<Announcer message={reply} />);
    texts.push(container.textContent);
    rerender(<Announcer message={{ ...reply, pending: false, streaming: false, failed: true }} />);
    texts.push(container.textContent);
  };
  again('one');
  again('two');
  const failed = 'Failed to generate response. Please try again.';
  expect(texts).toEqual(['', failed, '', failed]);
});

test('says nothing of an answer that was not seen to stream', () => {
  const { container } = render(<Announcer message={fromService(storedMessage())} />);
  pass(5000);
  expect(container.textContent).toBe('');
});

import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { createDefinitions } from './definitions.ts';
import { Markdown } from './markdown.tsx';
import { createParseCache, parseCache } from './parse-cache.ts';
import { isVideo } from './outside.tsx';

/** The renderer is loaded lazily. */
const show = (text: string) =>
  act(async () => renderRemote(contract, <Markdown text={text} streaming={false} />).container);

test('a link definition applies to the whole text, before and after it', async () => {
  await show('See [the page][p] now.\n\n```\n[p]: https://no.test\n```\n\n[p]: https://a.test/x\n\nAnd [p] again.');
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://a.test/x', 'https://a.test/x']);
});

test('footnotes are numbered by their first reference, listed below the text, and linked both ways', async () => {
  const container = await show('One[^b] and two[^a].\n\n[^a]: Of *a*.\n[^b]: Of b.\n\nMore[^b], and [^none].');
  const marks = await screen.findAllByRole('button', { name: /^Footnote \d$/ });
  expect(marks.map((mark) => mark.textContent)).toEqual(['1', '2', '1']);
  const notes = screen.getByRole('list', { name: 'Footnotes' });
  expect([...notes.children].map((note) => note.textContent)).toEqual(['Of b.', 'Of a.']);
  expect(notes.querySelector('em')?.textContent).toBe('a');
  expect(container.textContent).toContain('[^none]');
  expect(container.textContent).not.toContain('[^a]:');
  if (marks[1]) fireEvent.click(marks[1]);
  expect(document.activeElement?.textContent).toBe('Of a.');
  fireEvent.click(screen.getByRole('button', { name: 'Back to footnote 2 in the text' }));
  expect(document.activeElement).toBe(marks[1]);
});

test('a footnote has all of its paragraphs', async () => {
  await show('One[^a].\n\n[^a]: First.\n\n    Second *one*.\n\n    - item\n\nEnd.');
  const note = (await screen.findByRole('list', { name: 'Footnotes' })).querySelector('li');
  expect([...(note?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'First.',
    'Second one.',
  ]);
  expect(note?.querySelector('ul li')?.textContent).toBe('item');
});

test('labels have at most 999 characters', () => {
  const footnotes = (length: number) => {
    const label = 'x'.repeat(length);
    return createDefinitions()
      .read([`A[^${label}].\n\n`, `[^${label}]: Text\n`])
      .footnotes().length;
  };
  expect([footnotes(999), footnotes(1000)]).toEqual([1, 0]);
});

test('a text that was parsed is not parsed again, as long as it is among the last 100 and within 50 MB', () => {
  const cache = createParseCache({ entries: 2, bytes: 1000 });
  let parsed = 0;
  const read = (text: string): void => {
    void cache.get(text).of(text, () => (parsed += 1));
  };
  read('a');
  read('a');
  expect(parsed).toBe(1);
  read('b');
  read('a');
  read('c');
  expect([parsed, cache.size().entries]).toEqual([3, 2]);
  read('a');
  expect(parsed).toBe(3);
  read('x'.repeat(30));
  expect(cache.size().bytes).toBeLessThanOrEqual(1000);
});

test('the cache of all chats has room for 100 texts and for 50 MB', () => {
  for (let at = 0; at < 101; at += 1) parseCache.get(`Text ${at}`);
  expect(parseCache.size().entries).toBe(100);
  const read = (text: string) => void parseCache.get(text).of(text, () => 'parsed');
  // A character counts as 40 bytes.
  const half = (25 * 1024 * 1024) / 40;
  read('a'.repeat(half));
  read('b'.repeat(half));
  expect(parseCache.size().bytes).toBe(50 * 1024 * 1024);
  read('c');
  expect(parseCache.size().bytes).toBe(25 * 1024 * 1024 + 40);
});

test('addresses of videos of YouTube and Vimeo are valid, others are not', () => {
  for (const video of [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?t=1&v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?t=3',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://youtube.com/shorts/dQw4w9WgXcQ',
    'https://vimeo.com/123456',
    'https://vimeo.com/channels/staff/123456',
    'https://player.vimeo.com/video/123456',
  ])
    expect(isVideo(video), video).toBe(true);
  for (const other of [
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://evil.test/?u=https://youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'javascript:https://youtu.be/dQw4w9WgXcQ',
  ])
    expect(isVideo(other), other).toBe(false);
});

test('a video is a card that loads nothing', async () => {
  const container = await show('[A film](https://youtu.be/dQw4w9WgXcQ)');
  const card = await screen.findByRole('link', { name: 'Video: A film' });
  expect([card.getAttribute('href'), card.getAttribute('target')]).toEqual(['https://youtu.be/dQw4w9WgXcQ', '_blank']);
  expect(container.querySelector('img, iframe, video')).toBeNull();
});

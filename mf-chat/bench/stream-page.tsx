import '@atrium/shared-kernel/theme/tokens.css';
import '@atrium/shared-kernel/theme/reset.css';
import { type ComponentType, memo } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import { preloadMarkdown } from '../src/markdown/lazy-block.tsx';
import { Markdown, type MarkdownProps } from '../src/markdown/markdown.tsx';
import { batches } from '../src/reply/batches.ts';
import { watchArrivals } from './arrivals.ts';
import { mixed, oneCodeBlock, oneParagraph, unmarked } from './corpus.ts';
import { feed, type Pace } from './feed.ts';

const gfm = [remarkGfm];
const candidates: Record<string, ComponentType<MarkdownProps>> = {
  atrium: Markdown,
  plain: memo(({ text }: MarkdownProps) => <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>),
  'react-markdown': ({ text }: MarkdownProps) => <ReactMarkdown remarkPlugins={gfm}>{text}</ReactMarkdown>,
  streamdown: ({ text, streaming }: MarkdownProps) => <Streamdown isAnimating={streaming}>{text}</Streamdown>,
  'streamdown-animated': ({ text, streaming }: MarkdownProps) => (
    <Streamdown animated isAnimating={streaming}>
      {text}
    </Streamdown>
  ),
};

export interface Run {
  readonly candidate: string;
  readonly text: 'mixed' | 'unmarked' | 'paragraph' | 'code';
  /** Tokens of a mixed or unmarked text, characters of another. */
  readonly size: number;
  readonly pace: Pace;
  /** Returns how long each token took to become visible. */
  readonly watched?: boolean;
  /** Milliseconds to wait for work after the text, such as syntax colors. */
  readonly settle?: number;
}

const texts = { mixed, unmarked, paragraph: oneParagraph, code: oneCodeBlock };

/** Like the thread, every candidate is scrolled to its end. */
const createScroller = () => {
  const box = document.createElement('div');
  box.style.cssText = 'height:800px;width:720px;overflow:auto';
  const content = document.createElement('div');
  box.append(content);
  document.body.replaceChildren(box);
  const observer = new ResizeObserver(() => box.scrollTo({ top: box.scrollHeight, behavior: 'instant' }));
  observer.observe(content);
  return { content, end: () => observer.disconnect() };
};

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

let fullText = '';
/** Generates the text of a run in advance, so that it does not count as rendering. */
const prepare = ({ text, size }: Run): void => {
  fullText = texts[text](size);
};

/** The last letters and digits in an element, at least `count` of them. Anything before them is not read. */
const endOf = (element: Element, count: number): string => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let tail = '';
  for (let node = walker.lastChild(); node && tail.length < count; node = walker.previousNode())
    tail = (node.nodeValue ?? '').slice(-64).replace(/[^a-z0-9]/gi, '') + tail;
  return tail;
};

/** Streams the prepared text into a candidate. Resolves once all of it is visible, with the measured delays. */
const run = async ({ candidate, pace, watched = false, settle = 0 }: Run): Promise<readonly number[]> => {
  const Candidate = candidates[candidate];
  if (!Candidate) throw new Error(`No candidate ${candidate}.`);
  const { content, end } = createScroller();
  const root = createRoot(content);
  const show = (shown: string, streaming: boolean) => root.render(<Candidate text={shown} streaming={streaming} />);
  const arrivals = watched ? watchArrivals(content) : undefined;
  const source = async function* () {
    for await (const item of feed(fullText, pace)) {
      arrivals?.arrive(item);
      yield item;
    }
  };
  const items = () => (arrivals ? source() : feed(fullText, pace));
  let received = '';
  if (candidate === 'atrium')
    await new Promise<void>((resolve, reject) => {
      batches(items).subscribe({
        next: (batch) => {
          received += batch.join('');
          // Like the product, whose store renders synchronously.
          flushSync(() => show(received, true));
        },
        complete: resolve,
        error: reject,
      });
    });
  else {
    let scheduled = false;
    for await (const item of items()) {
      received += item;
      if (scheduled) continue;
      scheduled = true;
      requestAnimationFrame(() => {
        scheduled = false;
        flushSync(() => show(received, true));
      });
    }
    await frame();
  }
  show(received, false);
  const expected = fullText
    .trimEnd()
    .slice(-12)
    .replace(/[^a-z0-9]/gi, '')
    .slice(-3);
  const shown = () => endOf(content, expected.length).endsWith(expected);
  for (let frames = 0; frames < 1200 && !shown(); frames += 1) await frame();
  if (!shown()) throw new Error(`${candidate} did not show the end of the text.`);
  await frame();
  await frame();
  await new Promise((resolve) => setTimeout(resolve, settle));
  root.unmount();
  end();
  return arrivals?.end() ?? [];
};

/** Renders what a page shows before an answer arrives, so that fonts and React are warm by then. */
const warmUp = (): void => {
  const element = document.body.appendChild(document.createElement('div'));
  createRoot(element).render(
    <main>
      <h1>Why is the sky blue?</h1>
      <p>
        Light is <strong>scattered</strong> by what is in the air; <code>blue</code> most of all.
      </p>
      <button type="button">Send</button>
    </main>,
  );
};

warmUp();
preloadMarkdown();
Object.assign(globalThis, { prepare, run });

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
  /** Answers how long each token took to be seen. */
  readonly watched?: boolean;
  /** Milliseconds for what comes after the text, as its colours do. */
  readonly settle?: number;
}

const texts = { mixed, unmarked, paragraph: oneParagraph, code: oneCodeBlock };

/** All candidates scroll to their end, as the thread does. */
const place = () => {
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

let whole = '';
/** Makes the text of a run: that is no rendering. */
const prepare = ({ text, size }: Run): void => {
  whole = texts[text](size);
};

/** The last letters and digits that stand in an element, at least so many; what stands before them is not looked at. */
const endOf = (element: Element, count: number): string => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let found = '';
  for (let node = walker.lastChild(); node && found.length < count; node = walker.previousNode())
    found = (node.nodeValue ?? '').slice(-64).replace(/[^a-z0-9]/gi, '') + found;
  return found;
};

/** Streams the text that was made into a candidate; resolves once all of it stands on the page, with what was watched. */
const run = async ({ candidate, pace, watched = false, settle = 0 }: Run): Promise<readonly number[]> => {
  const Candidate = candidates[candidate];
  if (!Candidate) throw new Error(`No candidate ${candidate}.`);
  const { content, end } = place();
  const root = createRoot(content);
  const show = (shown: string, streaming: boolean) => root.render(<Candidate text={shown} streaming={streaming} />);
  const arrivals = watched ? watchArrivals(content) : undefined;
  const source = async function* () {
    for await (const item of feed(whole, pace)) {
      arrivals?.arrive(item);
      yield item;
    }
  };
  const items = () => (arrivals ? source() : feed(whole, pace));
  let known = '';
  if (candidate === 'atrium')
    await new Promise<void>((resolve, reject) => {
      batches(items).subscribe({
        next: (batch) => {
          known += batch.join('');
          // As the product does, whose store is rendered at once.
          flushSync(() => show(known, true));
        },
        complete: resolve,
        error: reject,
      });
    });
  else {
    let due = false;
    for await (const item of items()) {
      known += item;
      if (due) continue;
      due = true;
      requestAnimationFrame(() => {
        due = false;
        flushSync(() => show(known, true));
      });
    }
    await frame();
  }
  show(known, false);
  const expected = whole
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

/** What stands on a page before an answer comes: its fonts and its React have been used by then. */
const greet = (): void => {
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

greet();
preloadMarkdown();
Object.assign(globalThis, { prepare, run });

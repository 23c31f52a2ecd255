import { lazyPart } from '@atrium/shared-kernel/remote';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import styles from './markdown.module.css';
import type { RenderedBlockProps } from './rendered-block.tsx';

/** The renderer, once it is there: what is drawn from then on does not wait for it, block by block. */
let there: ComponentType<RenderedBlockProps> | undefined;
const load = async () => {
  const loaded = await import(/* webpackChunkName: "markdown" */ './rendered-block.tsx');
  there = loaded.default;
  return loaded;
};

const TextBlock = lazyPart(load);

/** Its renderer comes with the first message. */
const LaterBlock = (props: RenderedBlockProps) => (
  <BlockBoundary text={props.text}>
    <TextBlock {...props} />
  </BlockBoundary>
);

/** A block of markdown; until its renderer is there, its text as written. */
export const RenderedBlock = (props: RenderedBlockProps) => {
  // What it began as, it stays: another element in its place would be drawn anew.
  const [Known] = useState(() => there);
  if (Known) return <Known {...props} />;
  // A piece waits together with the others of its paragraph or list.
  return props.within === undefined ? <LaterBlock {...props} /> : <TextBlock {...props} />;
};

/** Fetches the renderer while the first prompt is being typed. */
export const preloadMarkdown = (): void => {
  load().catch(() => undefined);
};

interface PlainBlockProps {
  readonly text: string;
}

/** A block's text as written, while the renderer is on its way. */
const PlainBlock = ({ text }: PlainBlockProps) => <p className={styles.plain}>{text.trim()}</p>;

/** One block and, until the renderer is there, its text. */
export const BlockBoundary = ({ text, children }: PlainBlockProps & { readonly children: ReactNode }) => (
  <Suspense fallback={<PlainBlock text={text} />}>{children}</Suspense>
);

import { lazyPart } from '@atrium/shared-kernel/remote';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import styles from './markdown.module.css';
import type { RenderedBlockProps } from './rendered-block.tsx';

/** The renderer, once it has loaded: blocks that are drawn from then on do not wait for it one by one. */
let loadedRenderer: ComponentType<RenderedBlockProps> | undefined;
const load = async () => {
  const loaded = await import(/* webpackChunkName: "markdown" */ './rendered-block.tsx');
  loadedRenderer = loaded.default;
  return loaded;
};

const TextBlock = lazyPart(load);

/** A block whose renderer is loaded with the first message. */
const LazyBlock = (props: RenderedBlockProps) => (
  <BlockBoundary text={props.text}>
    <TextBlock {...props} />
  </BlockBoundary>
);

/** A block of Markdown. Until the renderer has loaded, its text is shown as written. */
export const RenderedBlock = (props: RenderedBlockProps) => {
  // A block keeps the component that it started with, because another one would draw it from scratch.
  const [Known] = useState(() => loadedRenderer);
  if (Known) return <Known {...props} />;
  // A piece waits together with the other pieces of its paragraph or list.
  return props.within === undefined ? <LazyBlock {...props} /> : <TextBlock {...props} />;
};

/** Fetches the renderer while the first prompt is being typed. */
export const preloadMarkdown = (): void => {
  load().catch(() => undefined);
};

interface PlainBlockProps {
  readonly text: string;
}

/** A block's text as written, while the renderer is loading. */
const PlainBlock = ({ text }: PlainBlockProps) => <p className={styles.plain}>{text.trim()}</p>;

/** A block and, until the renderer has loaded, its text. */
export const BlockBoundary = ({ text, children }: PlainBlockProps & { readonly children: ReactNode }) => (
  <Suspense fallback={<PlainBlock text={text} />}>{children}</Suspense>
);

import { lazy, type ReactNode, Suspense } from 'react';
import { hasMath } from './has-math.ts';
import styles from './markdown.module.css';
import type { RenderedBlockProps } from './rendered-block.tsx';

const load = () => import('./rendered-block.tsx');

const TextBlock = lazy(load);
const MathBlock = lazy(() => import('./math-block.tsx'));

/** A block of markdown. Its renderer comes with the first message, that of formulas with the first formula. */
export const RenderedBlock = (props: RenderedBlockProps) =>
  hasMath(props.text) ? <MathBlock {...props} /> : <TextBlock {...props} />;

/** Fetches the renderer while the first prompt is being typed. */
export const preloadMarkdown = (): void => {
  void load();
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

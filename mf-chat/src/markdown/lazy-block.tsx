import { lazy, type ReactNode, Suspense } from 'react';
import styles from './markdown.module.css';

const load = () => import('./rendered-block.tsx');

/** react-markdown comes with the first message, not with the page. */
export const RenderedBlock = lazy(load);

/** Fetches the renderer before the first answer needs it. */
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

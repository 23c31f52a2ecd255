import CornerLeftUp from 'lucide-react/icons/corner-left-up';
import { BlockBoundary, RenderedBlock } from './lazy-block.tsx';
import type { Footnote } from './definitions.ts';
import { Lite } from './reduced.ts';
import styles from './markdown.module.css';
import { useJump } from './note-reference.tsx';
import { numbering } from './numbering.ts';

/** The footnotes below a text, each with a button that leads back. */
export const Footnotes = ({ notes }: { readonly notes: readonly Footnote[] }) => {
  const jump = useJump();
  return (
    <ol className={styles.notes} aria-label="Footnotes" {...numbering(1, notes.length)}>
      {notes.map(({ number, text }) => (
        <li key={number} data-note={number} tabIndex={-1}>
          <BlockBoundary text={text}>
            <Lite value>
              <RenderedBlock text={text} growing={false} />
            </Lite>
          </BlockBoundary>
          <button
            type="button"
            className={styles.noteBack}
            aria-label={`Back to footnote ${number} in the text`}
            onClick={(event) => jump(event.currentTarget, `[data-note-mark="${number}"]`)}
          >
            <CornerLeftUp aria-hidden />
          </button>
        </li>
      ))}
    </ol>
  );
};

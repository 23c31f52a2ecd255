import type { ContextReport, ContextPart } from '@atrium/shared-kernel/contracts/entities/context';
import { formatted, fullnessOf } from './fullness.ts';
import styles from './parts.module.css';

interface Label {
  readonly name: string;
  /** Singular and plural of what the part contains. */
  readonly items?: readonly [string, string];
}

const messages = ['message', 'messages'] as const;

const labels: Readonly<Record<string, Label>> = {
  system: { name: 'Instructions' },
  agent: { name: 'Agent' },
  memories: { name: 'Memories', items: ['memory', 'memories'] },
  collection: { name: 'Collection' },
  files: { name: 'Files', items: ['file', 'files'] },
  passages: { name: 'Passages', items: ['passage', 'passages'] },
  summary: { name: 'Summary', items: messages },
  recalled: { name: 'From older messages', items: ['passage', 'passages'] },
  turns: { name: 'Earlier messages', items: messages },
  prompt: { name: 'Your message' },
};

/** The name of a part. A kind that only a newer service knows is called Other. */
const nameOfPart = ({ kind }: Pick<ContextPart, 'kind'>): string => labels[kind]?.name ?? 'Other';

/** How many items a part contains, such as `12 messages`. Undefined if they are not counted. */
const itemsOfPart = ({ kind, count }: Pick<ContextPart, 'kind' | 'count'>): string | undefined => {
  const [one, several] = labels[kind]?.items ?? [];
  return count === undefined ? undefined : one && `${count} ${count === 1 ? one : several}`;
};

interface Props {
  readonly report: ContextReport;
}

/** A bar with the parts of the context, and a list of the same parts, so that nothing is shown by color alone. */
export const Parts = ({ report }: Props) => {
  const { parts, used, limit, counted } = report;
  const { percent } = fullnessOf(report);
  const all = Math.max(
    limit,
    parts.reduce((sum, { tokens }) => sum + tokens, 0),
  );
  return (
    <div className={styles.parts}>
      <p className={styles.sum}>
        {counted === 'estimate' && 'About '}
        {formatted(used)} of {formatted(limit)} tokens: {percent}% full
      </p>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ kind, tokens }) => (
          <span
            key={kind}
            className={styles.part}
            data-kind={kind}
            style={{ inlineSize: `${(100 * tokens) / all}%` }}
          />
        ))}
      </div>
      <ul className={styles.list} aria-label="Parts">
        {parts.map((part) => {
          const items = itemsOfPart(part);
          return (
            <li key={part.kind} className={styles.row}>
              <span className={styles.swatch} data-kind={part.kind} aria-hidden />
              <span className={styles.name}>
                {nameOfPart(part)}
                {items !== undefined && <small> {items}</small>}
                {part.cut && <small className={styles.cut}>Shortened</small>}
              </span>
              <span className={styles.tokens}>{formatted(part.tokens)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

import type { ContextReport, ContextPart } from '@atrium/shared-kernel/contracts/entities/context';
import { formatted, fullnessOf } from './fullness.ts';
import styles from './parts.module.css';

interface Words {
  readonly name: string;
  /** What its parts are called: one, and several. */
  readonly items?: readonly [string, string];
}

const messages = ['message', 'messages'] as const;

const words: Readonly<Record<string, Words>> = {
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

/** What a part is called; one of a later service has a name that holds for all. */
const nameOfPart = ({ kind }: Pick<ContextPart, 'kind'>): string => words[kind]?.name ?? 'Other';

/** How many of what a part holds, as `12 messages`; undefined where nobody counts. */
const itemsOfPart = ({ kind, count }: Pick<ContextPart, 'kind' | 'count'>): string | undefined => {
  const [one, several] = words[kind]?.items ?? [];
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

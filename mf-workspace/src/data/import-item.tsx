import type { DataImport } from '@atrium/shared-kernel/contracts/entities/data';
import { Progress } from '@atrium/shared-kernel/ui/progress';
import styles from './data.module.css';

type Report = NonNullable<DataImport['report']>;

const kinds = ['chats', 'messages', 'collections', 'memories', 'files'] as const;

/** Summarizes an import in a sentence. Kinds without any items are left out. */
export const sentenceOf = (report: Report): string => {
  const part = (key: 'added' | 'known' | 'skipped') =>
    kinds.flatMap((kind) => {
      const count = report[kind][key];
      if (count === 0) return [];
      return [`${count.toLocaleString('en-US')} ${count === 1 ? kind.replace(/ies$/, 'y').replace(/s$/, '') : kind}`];
    });
  const [added, known, skipped] = [part('added'), part('known'), part('skipped')];
  const sentences = [
    `${added.length > 0 ? added.join(', ') : 'Nothing'} added.`,
    ...(known.length > 0 ? [`${known.join(', ')} already here.`] : []),
    ...(skipped.length > 0 ? [`${skipped.join(', ')} skipped.`] : []),
  ];
  return sentences.join(' ');
};

const sources = { atrium: 'from Atrium', chatgpt: 'from ChatGPT' } as const;
const states = {
  // Another tab may still upload it, or its upload broke off.
  uploading: 'Not uploaded yet',
  waiting: 'Waiting to start',
  running: 'Importing',
  done: 'Imported',
  failed: 'Failed',
} as const;

/** One import: its progress, its result, or why it failed. */
export const ImportItem = ({ one }: { one: DataImport }) => (
  <li className={styles.import} data-state={one.state}>
    <p className={styles.name}>
      <strong dir="auto">{one.name}</strong>
      <span role="status" className={styles.state}>
        {states[one.state]} {one.source ? sources[one.source] : one.product && `from ${one.product}`}
      </span>
    </p>
    {one.state === 'running' && (
      <Progress
        hideLabel
        label={`Importing ${one.name}`}
        value={one.progress}
        detail={`${Math.round(one.progress)}%`}
      />
    )}
    {one.report && <p>{sentenceOf(one.report)}</p>}
    {one.report && one.report.notes.length > 0 && (
      <details>
        <summary>Details</summary>
        <ul className={styles.notes}>
          {one.report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </details>
    )}
    {one.msg && <p className={styles.problem}>{one.msg}</p>}
  </li>
);

import { useBehavior } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import Eraser from 'lucide-react/icons/eraser';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import styles from './bus-inspector.module.css';
import type { BusEntry, BusRecord } from './bus-record.ts';

const textOf = (payload: unknown): string => JSON.stringify(payload, undefined, 2) ?? '';

/** Whether the entry contains every word of the filter: in its name, its sender, its receivers or its payload. */
export const matchesFilter = (entry: BusEntry, filter: string): boolean => {
  const { event, producer, consumers, payload, problem } = entry;
  const text = [event, producer, ...consumers, textOf(payload), problem && textOf(problem)].join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const Entry = ({ entry }: { entry: BusEntry }) => (
  <li className={styles.entry} data-bad={entry.problem !== undefined}>
    <details>
      <summary>
        <span className={styles.time}>{(entry.at / 1000).toFixed(2)} s</span>
        <strong>{entry.event}</strong>
        <span className={styles.way}>
          {entry.producer} → {entry.consumers.join(', ') || 'nobody'}
        </span>
      </summary>
      {entry.payload !== undefined && <pre className={styles.payload}>{textOf(entry.payload)}</pre>}
    </details>
    {entry.problem && (
      <p className={styles.problem}>
        {entry.problem.blame} broke the contract ({entry.problem.side}): {entry.problem.reason}
      </p>
    )}
  </li>
);

/** The events on the bus: who sent what to whom, and who broke a contract. */
export const EventsView = ({ record }: { record: BusRecord }) => {
  const live = useBehavior(record.entries$);
  const [paused, setPaused] = useState<readonly BusEntry[]>();
  const [filter, setFilter] = useState('');
  const entries = (paused ?? live).filter((entry) => matchesFilter(entry, filter.trim())).toReversed();
  return (
    <>
      <div className={styles.head}>
        <Field
          label="Filter events"
          hideLabel
          placeholder="Event, remote, payload"
          value={filter}
          onChange={setFilter}
          className={styles.filter}
        />
        <IconButton
          label={paused ? 'Resume' : 'Pause'}
          icon={paused ? <Play /> : <Pause />}
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused ? undefined : live)}
        />
        <IconButton
          label="Clear"
          icon={<Eraser />}
          onClick={() => {
            record.clear();
            if (paused) setPaused([]);
          }}
        />
      </div>
      <ol aria-label="Events" className={styles.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {entries.length === 0 && (
        <p className={styles.none}>{filter ? 'No events match the filter.' : 'No events yet.'}</p>
      )}
    </>
  );
};

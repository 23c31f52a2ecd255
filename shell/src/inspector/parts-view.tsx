import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import type { Part, PartRecord } from './part-record.ts';
import styles from './inspector.module.css';
import { kilobytes, sizesOf } from './sizes.ts';

interface Props {
  record: PartRecord;
  parts: readonly Part[];
  /** What is pinned and has drawn nothing. */
  others: readonly Release[];
  colorOf: (remote: string) => string;
  onChoose: (part: number | undefined) => void;
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Releases of parts, each once, in the order of their first part. */
const releasesOf = (parts: readonly Part[]): Release[] => [
  ...new Map(parts.map(({ release }) => [`${release.name}@${release.version}`, release])).values(),
];

/** Each release on the screen: what it drew, what it said and asked for, what failed, and what it weighs. */
export const PartsView = ({ record, parts, others, colorOf, onChoose }: Props) => {
  const events = useBehavior(record.bus.entries$);
  const calls = useBehavior(record.calls$);
  const errors = useBehavior(record.errors$);
  return (
    <>
      <ul aria-label="Remotes" className={styles.list}>
        {releasesOf(parts).map(({ name, version, base }) => {
          const own = calls.filter(({ remote }) => remote === name);
          const failed = own.filter(({ failure }) => failure !== undefined).length;
          const wrong = errors.filter((error) => error.remote === name && error.version === version);
          const sizes = sizesOf(base);
          return (
            <li key={`${name}@${version}`} className={styles.release}>
              <h3 className={styles.name}>
                <i className={styles.color} style={{ background: colorOf(name) }} />
                {name} <span className={styles.quiet}>{version}</span>
              </h3>
              <p className={styles.facts}>
                {plural(events.filter(({ producer }) => producer === name).length, 'event')} sent,{' '}
                {events.filter(({ consumers }) => consumers.includes(name)).length} received ·{' '}
                {plural(own.length, 'call')}
                {failed > 0 && `, ${failed} failed`} · {plural(wrong.length, 'error')}
              </p>
              <p className={styles.facts}>
                {plural(sizes.files, 'file')}: scripts {kilobytes(sizes.script)}, styles {kilobytes(sizes.style)}
                {sizes.other > 0 && `, other ${kilobytes(sizes.other)}`} · {kilobytes(sizes.unpacked)} unpacked
              </p>
              <div className={styles.parts}>
                {parts
                  .filter(({ release }) => release.name === name && release.version === version)
                  .map(({ id, expose, element }) => (
                    <Button
                      key={id}
                      size="s"
                      onPointerEnter={() => onChoose(id)}
                      onPointerLeave={() => onChoose(undefined)}
                      onFocus={() => onChoose(id)}
                      onBlur={() => onChoose(undefined)}
                      onClick={() => element.scrollIntoView({ block: 'nearest' })}
                    >
                      {expose}
                    </Button>
                  ))}
              </div>
              {wrong.map(({ id, text }) => (
                <p key={id} className={styles.problem}>
                  {text}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <p className={styles.facts}>
          Not on the screen: {others.map(({ name, version }) => `${name} ${version}`).join(', ')}
        </p>
      )}
    </>
  );
};

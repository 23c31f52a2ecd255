import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import type { Part, PartRecord } from './part-record.ts';
import styles from './inspector.module.css';
import { kilobytes, sizesOf } from './sizes.ts';

interface Props {
  record: PartRecord;
  parts: readonly Part[];
  /** Pinned releases that have rendered nothing. */
  others: readonly Release[];
  colorOf: (remote: string) => string;
  onChoose: (part: number | undefined) => void;
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Releases of parts, each once, in the order of their first part. */
const releasesOf = (parts: readonly Part[]): Release[] => [
  ...new Map(parts.map(({ release }) => [`${release.name}@${release.version}`, release])).values(),
];

interface ReleaseProps extends Pick<Props, 'record' | 'colorOf' | 'onChoose'> {
  release: Release;
  /** The parts of this release. */
  parts: readonly Part[];
}

/** One release: its parts, events, calls, errors and size. */
const ReleaseView = ({ record, release, parts, colorOf, onChoose }: ReleaseProps) => {
  const { name, version, base } = release;
  const events = useBehavior(record.bus.entries$);
  const calls = useBehavior(record.calls$).filter(({ remote }) => remote === name);
  const errors = useBehavior(record.errors$).filter((error) => error.remote === name && error.version === version);
  const failed = calls.filter(({ failure }) => failure !== undefined).length;
  const sizes = sizesOf(base);
  return (
    <li className={styles.release}>
      <h3 className={styles.name}>
        <i className={styles.color} style={{ background: colorOf(name) }} />
        {name} <span className={styles.quiet}>{version}</span>
      </h3>
      <p className={styles.facts}>
        {plural(events.filter(({ producer }) => producer === name).length, 'event')} sent,{' '}
        {events.filter(({ consumers }) => consumers.includes(name)).length} received · {plural(calls.length, 'call')}
        {failed > 0 && `, ${failed} failed`} · {plural(errors.length, 'error')}
      </p>
      <p className={styles.facts}>
        {plural(sizes.files, 'file')}: scripts {kilobytes(sizes.script)}, styles {kilobytes(sizes.style)}
        {sizes.other > 0 && `, other ${kilobytes(sizes.other)}`} · {kilobytes(sizes.unpacked)} unpacked
      </p>
      <div className={styles.parts}>
        {parts.map(({ id, expose, element }) => (
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
      {errors.map(({ id, text }) => (
        <p key={id} className={styles.problem}>
          {text}
        </p>
      ))}
    </li>
  );
};

/** The releases on the screen, and those that have rendered nothing. */
export const PartsView = ({ parts, others, ...shared }: Props) => (
  <>
    <ul aria-label="Remotes" className={styles.list}>
      {releasesOf(parts).map((release) => {
        const { name, version } = release;
        const own = parts.filter((part) => part.release.name === name && part.release.version === version);
        return <ReleaseView key={`${name}@${version}`} {...shared} release={release} parts={own} />;
      })}
    </ul>
    {others.length > 0 && (
      <p className={styles.facts}>
        Not on the screen: {others.map(({ name, version }) => `${name} ${version}`).join(', ')}
      </p>
    )}
  </>
);

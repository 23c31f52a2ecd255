import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { Switch } from '@atrium/shared-kernel/ui/switch';
import { Tabs } from '@atrium/shared-kernel/ui/tabs';
import Layers from 'lucide-react/icons/layers';
import Power from 'lucide-react/icons/power';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { EventsView } from '../bus-inspector/bus-inspector.tsx';
import styles from './inspector.module.css';
import { Outlines } from './outlines.tsx';
import type { PartRecord } from './part-record.ts';
import { PartsView } from './parts-view.tsx';

/** The calls of the remotes, the newest on top. */
const CallsView = ({ record }: { record: PartRecord }) => {
  const calls = useBehavior(record.calls$).toReversed();
  if (calls.length === 0) return <p className={styles.facts}>No calls yet.</p>;
  return (
    <ol aria-label="Calls" className={styles.list}>
      {calls.map(({ id, remote, call, at, ms, failure }) => (
        <li key={id} className={styles.call} data-bad={failure !== undefined}>
          <span className={styles.quiet}>{(at / 1000).toFixed(2)} s</span> <strong>{call}</strong>{' '}
          <span className={styles.quiet}>
            {remote} · {ms === undefined ? 'running' : `${Math.round(ms)} ms`}
          </span>
          {failure !== undefined && <span className={styles.problem}> {failure}</span>}
        </li>
      ))}
    </ol>
  );
};

export { createPartRecord } from './part-record.ts';

interface Props {
  record: PartRecord;
  set: ReleaseSet;
}
type View = 'parts' | 'events' | 'calls';

/** The page script of the edge stores under this key that somebody asked for the inspector. */
const requestKey = 'atrium.inspect';
const turnOff = () => {
  window.sessionStorage.removeItem(requestKey);
  window.location.reload();
};

const colors = ['green', 'highlightBlue', 'deepPurple', 'redPink', 'burntOrange', 'blue', 'yellow'];

/** While the inspector is open, removes parts from the record that have left the screen. */
const usePruning = ({ prune }: PartRecord) =>
  useEffect(() => {
    const observer = new MutationObserver(prune);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [prune]);

const Panel = ({ record, set, onClose }: Props & { onClose: () => void }) => {
  usePruning(record);
  const parts = useBehavior(record.parts$);
  const [view, setView] = useState<View>('parts');
  const [outlined, setOutlined] = useState(true);
  const [chosen, setChosen] = useState<number>();
  const names = set.remotes.map(({ name }) => name);
  const colorOf = (remote: string) => `var(--color-tag-${colors[names.indexOf(remote) % colors.length] ?? 'green'})`;
  const others = set.remotes.filter(({ name }) => !parts.some(({ release }) => release.name === name));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  };
  const outlinedParts = outlined ? parts : parts.filter(({ id }) => id === chosen);
  return (
    <>
      <Outlines parts={outlinedParts} chosen={chosen} colorOf={colorOf} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere within */}
      <section aria-label="Inspector" className={styles.panel} onKeyDown={onKeyDown}>
        <header className={styles.head}>
          <span className={styles.title}>
            {set.environment} <span className={styles.quiet}>shell {set.shell.version}</span>
          </span>
          <Switch label="Outlines" checked={outlined} onChange={setOutlined} />
          {'inspect' in document.documentElement.dataset && (
            <IconButton label="Turn off the inspector" icon={<Power />} onClick={turnOff} />
          )}
          <IconButton label="Close the inspector" icon={<X />} onClick={onClose} />
        </header>
        <Tabs
          label="Inspector"
          className={styles.tabs}
          value={view}
          onChange={setView}
          tabs={[
            {
              value: 'parts',
              label: 'Parts',
              content: <PartsView {...{ record, parts, others, colorOf }} onChoose={setChosen} />,
            },
            { value: 'events', label: 'Events', content: <EventsView record={record.bus} /> },
            { value: 'calls', label: 'Calls', content: <CallsView record={record} /> },
          ]}
        />
      </section>
    </>
  );
};

/** Shows developers what each remote rendered, and its events and calls. */
export const Inspector = (props: Props) => {
  const [open, setOpen] = useState(false);
  if (open) return <Panel {...props} onClose={() => setOpen(false)} />;
  return (
    <Button size="s" icon={<Layers />} className={styles.opener} onClick={() => setOpen(true)}>
      Inspect
    </Button>
  );
};

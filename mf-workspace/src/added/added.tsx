import * as slots from '#contracts/slots';
import { Slot, useFillerTabs } from '@atrium/shared-kernel/slots';
import { Tabs } from '@atrium/shared-kernel/ui/tabs';
import { type ReactNode, useState } from 'react';
import styles from './added.module.css';

// One chunk of what other remotes add to the bars; it is loaded where there is any.

/** Sections of others in the left bar, above the chats: these have no end. */
export const SidebarSections = () => (
  <div className={styles.sections}>
    <Slot slot={slots.workspace.sidebarSections} input={undefined} />
  </div>
);

/** `children`, the bar's own part, in the first of its tabs; alone where no filler has its conditions. */
export const PanelTabs = ({ children }: { readonly children: ReactNode }) => {
  const [chosen, setTab] = useState('Memory');
  const others = useFillerTabs(slots.workspace.panelTabs, undefined);
  const tabs = [{ value: 'Memory', label: 'Memory', content: children }, ...others];
  const tab = tabs.some(({ value }) => value === chosen) ? chosen : 'Memory';
  if (others.length === 0) return children;
  return <Tabs className={styles.tabs} label="Right bar" value={tab} onChange={setTab} tabs={tabs} />;
};

import * as slots from '#contracts/slots';
import { Slot, useFillerTabs } from '@atrium/shared-kernel/slots';
import { Tabs } from '@atrium/shared-kernel/ui/tabs';
import { type ReactNode, useState } from 'react';
import styles from './added.module.css';

// One chunk for what other remotes add to the bars. It is loaded only if there is any.

/** Sections of other remotes in the left bar, above the chats, because the list of chats has no end. */
export const SidebarSections = () => (
  <div className={styles.sections}>
    <Slot slot={slots.workspace.sidebarSections} input={undefined} />
  </div>
);

/** Shows `children`, the bar's own part, in the first tab. Without tabs if no filler's conditions are met. */
export const PanelTabs = ({ children }: { readonly children: ReactNode }) => {
  const [chosen, setTab] = useState('Memory');
  const others = useFillerTabs(slots.workspace.panelTabs, undefined);
  const tabs = [{ value: 'Memory', label: 'Memory', content: children }, ...others];
  const tab = tabs.some(({ value }) => value === chosen) ? chosen : 'Memory';
  if (others.length === 0) return children;
  return <Tabs className={styles.tabs} label="Right bar" value={tab} onChange={setTab} tabs={tabs} />;
};

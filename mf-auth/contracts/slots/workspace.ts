// Declared in mf-workspace/slots.ts: `pnpm declarations` wrote it.
import type { SlotDef } from '@atrium/shared-kernel/contracts/define';

const owner = 'mf-workspace';

/** Sections of the left bar, above the chats. One that fails is not shown. */
export const sidebarSections = {
  kind: 'slot',
  name: 'workspace.sidebarSections',
  owner,
  version: 1,
  many: { shows: 'content', most: 24, kB: 30 },
} as const satisfies SlotDef;

/** Tabs of the right bar, after that of the memories. */
export const panelTabs = {
  kind: 'slot',
  name: 'workspace.panelTabs',
  owner,
  version: 1,
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;

/** Entries of the menu More: each leads to a page or opens a dialog. */
export const navigation = {
  kind: 'slot',
  name: 'workspace.navigation',
  owner,
  version: 1,
  many: { shows: 'link', most: 24, kB: 80 },
} as const satisfies SlotDef;

/** Commands of the palette: each leads to a page or opens a dialog. */
export const commands = {
  kind: 'slot',
  name: 'workspace.commands',
  owner,
  version: 1,
  many: { shows: 'link', most: 100, kB: 80 },
} as const satisfies SlotDef;

import { lifecycles } from './remote.ts';
import { SettingsDialog } from './settings/settings-dialog.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(SettingsDialog);

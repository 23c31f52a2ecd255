import { HelpDialog } from './help/help-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(HelpDialog);

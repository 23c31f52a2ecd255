import { PrivacyDialog } from './legal/privacy-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(PrivacyDialog);

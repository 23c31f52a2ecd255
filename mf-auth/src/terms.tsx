import { TermsDialog } from './legal/terms-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(TermsDialog);

import { ConfirmPasswordDialog } from './email/confirm-password-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ConfirmPasswordDialog);

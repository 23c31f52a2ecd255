import { JoinLinkDialog } from './join-link/join-link-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(JoinLinkDialog);

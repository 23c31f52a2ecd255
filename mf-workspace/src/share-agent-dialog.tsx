import { ShareAgentDialog } from './agents/share-agent-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ShareAgentDialog);

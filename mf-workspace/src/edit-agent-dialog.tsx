import { EditAgentDialog } from './agents/edit-agent-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(EditAgentDialog);

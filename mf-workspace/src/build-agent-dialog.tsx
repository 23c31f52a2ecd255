import { BuildAgentDialog } from './agents/build-agent-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(BuildAgentDialog);

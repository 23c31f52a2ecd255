import { PlanDialog } from './plan/plan-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(PlanDialog);

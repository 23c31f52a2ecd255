import { ActivityDialog } from './activity/activity-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ActivityDialog);

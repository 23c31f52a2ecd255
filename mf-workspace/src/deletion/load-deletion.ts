import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { WorkspaceView } from '../remote.ts';

/** The code that asks before something is deleted. Without it, a message says so, and nothing is deleted. */
export const loadDeletion = ({ alerts }: Pick<WorkspaceView, 'alerts'>) =>
  import(/* webpackChunkName: "deletion" */ './delete-item.ts').catch(
    () => void alerts.show({ type: 'error', time: toastTimes.medium, message: 'Failed to delete. Please try again.' }),
  );

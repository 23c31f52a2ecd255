import { createRemoteKit } from '@atrium/shared-kernel/remote';
import contract from '../contract.ts';

export const { lifecycles, useRemote: useHost } = createRemoteKit(contract);
export type WorkspaceView = ReturnType<typeof useHost>;

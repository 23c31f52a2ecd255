import { createConfiguration } from '@atrium/shared-kernel/configuration';
import { createRemoteKit } from '@atrium/shared-kernel/remote';
import contract from '../contract.ts';

export const { lifecycles, useRemote: useHost } = createRemoteKit(contract);
export const useConfiguration = createConfiguration(contract);

import { join } from 'node:path';
import { remoteConfig } from '@atrium/deploy/build/remote-config';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';

/** Builds the remote FAULTY_REMOTE with each of its exposed modules replaced by the file named by FAULT. */
const { FAULTY_REMOTE: name = '', FAULT: fault = '' } = process.env;
const { default: contract } = (await import(`../../${name}/contract.ts`)) as { default: RemoteContract };
const exposes = Object.fromEntries(Object.keys(contract.exposes).map((key) => [key, `../e2e/faults/${fault}.tsx#*`]));

export default remoteConfig({ ...contract, exposes }, join(import.meta.dirname, '../..', name));

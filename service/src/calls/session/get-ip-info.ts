import { getIpInfo } from '@atrium/shared-kernel/contracts/calls/session';
import { implement } from '../implement.ts';

/** The country is what the proxy in front says; region and postal code need a database of locations. */
export default implement(getIpInfo, async ({ ip, country }, { lastUsedIp }) =>
  lastUsedIp !== undefined && lastUsedIp !== '' && lastUsedIp === ip ? { msg: 'current' as const } : { ip, country },
);

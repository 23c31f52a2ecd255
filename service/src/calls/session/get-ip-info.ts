import { getIpInfo } from '@atrium/shared-kernel/contracts/calls/session';
import { locationOf } from '../../domain/accounts/locations.ts';
import { implement } from '../implement.ts';

export default implement(getIpInfo, async (context, { lastUsedIp }) => {
  const { ip } = context;
  if (lastUsedIp !== undefined && lastUsedIp !== '' && lastUsedIp === ip) return { msg: 'current' as const };
  const { country, region, postal } = await locationOf(context.services.location, context);
  return { ip, country, region, postal };
});

import { publicPushKey } from '@atrium/shared-kernel/contracts/calls/push';
import { requirePushKey } from '../../domain/push/push.ts';
import { implement } from '../implement.ts';

export default implement(publicPushKey, async ({ services }) => ({ key: requirePushKey(services.push) }));

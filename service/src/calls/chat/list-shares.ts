import * as calls from '@atrium/shared-kernel/contracts/calls';
import { sharesOf } from '../../domain/chats/shares.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.listShares, async ({ services, user }) => ({
  shares: await sharesOf(services.database.db, user.id),
}));

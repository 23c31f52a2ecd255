import * as calls from '@atrium/shared-kernel/contracts/calls';
import { pinMessage } from '../../domain/context/pins.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.pinMessage, async ({ services, user }, { messageId, pinned }) => ({
  pinned: await services.database.db.transaction((tx) => pinMessage(tx, user.id, messageId, pinned)),
}));

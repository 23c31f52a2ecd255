import * as calls from '@atrium/shared-kernel/contracts/calls';
import { implementStream } from '../implement.ts';

export default implementStream(calls.changes.followChanges, ({ services, user, token = '' }, { after, age }, lines) =>
  services.changes.follow({ userId: user.id, token, after, age, lines }),
);

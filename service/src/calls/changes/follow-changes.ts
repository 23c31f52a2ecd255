import * as calls from '@atrium/shared-kernel/contracts/calls';
import { implementStream } from '../implement.ts';

export default implementStream(
  calls.changes.followChanges,
  async ({ services, user, token = '' }, { after, age }, lines) => {
    await services.changes.follow({ userId: user.id, token, after, age, lines });
  },
);

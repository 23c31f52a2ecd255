import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Limit } from '../../ports/limits.ts';
import { schema } from '../../db/database.ts';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { storable } from '../../domain/text.ts';
import { implement } from '../implement.ts';

const helpOfAddress: Limit = { name: 'help-address', points: 10, seconds: 60 * 60 };

export default implement(calls.help.sendHelpMessage, async (context, { helperPrompt }) => {
  await consumePoints(context.services, [[helpOfAddress, context.ip]], 'too-many-help-messages');
  await context.services.database.db
    .insert(schema.helpMessages)
    .values({ userId: context.user?.id ?? null, text: storable(helperPrompt) });
  return {};
});

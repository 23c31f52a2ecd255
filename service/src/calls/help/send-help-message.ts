import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Limit } from '../../ports/limits.ts';
import { schema } from '../../db/database.ts';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { supportMail } from '../../domain/mail/support.ts';
import { storable } from '../../domain/text.ts';
import { implement } from '../implement.ts';

const helpOfAddress: Limit = { name: 'help-address', points: 10, seconds: 60 * 60 };

export default implement(calls.help.sendHelpMessage, async (context, { helperPrompt }) => {
  await consumePoints(context.services, [[helpOfAddress, context.ip]], 'too-many-help-messages');
  const { services, user } = context;
  const { database, mail, config } = services;
  const text = storable(helperPrompt);
  const sender = user && { id: user.id, email: user.email, name: `${user.firstName} ${user.lastName}`.trim() };
  await database.db.transaction(async (tx) => {
    await tx.insert(schema.helpMessages).values({ userId: user?.id ?? null, text });
    await mail.send(tx, supportMail({ to: config.supportAddress, text, sender }));
  });
  return {};
});

import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Limit } from '../../ports/limits.ts';
import { schema } from '../../db/database.ts';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { supportMail } from '../../domain/mail/support.ts';
import { storable } from '../../domain/text.ts';
import { implement } from '../implement.ts';

const rate = { points: 10, seconds: 60 * 60 };
const helpOfUser: Limit = { ...rate, name: 'help-user' };
/** By network: messages of visitors. */
const helpOfNetwork: Limit = { ...rate, name: 'help-network' };

export default implement(calls.help.sendHelpMessage, async (context, { helperPrompt }) => {
  const { services, user, ip } = context;
  const charge = user ? ([helpOfUser, user.id] as const) : ([helpOfNetwork, networkOf(ip)] as const);
  await consumePoints(services, [charge], 'too-many-help-messages');
  const { database, mail, config } = services;
  const text = storable(helperPrompt);
  const sender = user && { id: user.id, email: user.email, name: `${user.firstName} ${user.lastName}`.trim() };
  await database.db.transaction(async (tx) => {
    await tx.insert(schema.helpMessages).values({ userId: user?.id ?? null, text });
    await mail.send(tx, supportMail({ to: config.supportAddress, text, sender }));
  });
  return {};
});

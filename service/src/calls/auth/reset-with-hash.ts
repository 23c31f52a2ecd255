import { resetWithHash } from '@atrium/shared-kernel/contracts/calls/auth';
import { eq, sql } from 'drizzle-orm';
import { sessions, users } from '../../db/schema/accounts.ts';
import { forgetDevices } from '../../domain/accounts/devices.ts';
import { consumeLink, requireLink, voidLinks } from '../../domain/accounts/email-hashes.ts';
import { linkOfUser, consumePoints } from '../../domain/accounts/limits.ts';
import { removeUnverifiedPasskeys } from '../../domain/accounts/passkeys.ts';
import { hashPassword, requireRoom } from '../../domain/accounts/passwords.ts';
import { removeUnverifiedIdentities } from '../../domain/identity/unverified.ts';
import { passwordChangedMail } from '../../domain/mail/passwords.ts';
import { otherWaysRemoved } from '../../domain/mail/sentences.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** The link proves that the user reads the mailbox, so it also verifies the address. All sessions end. */
export default implement(resetWithHash, async (context, { password, resetHash }) => {
  const { services, user: caller, setSession } = context;
  const { database, mail, config } = services;
  const code = 'too-many-attempts';
  requireRoom(code);
  const time = new Date(services.now());
  const link = { secret: resetHash, kinds: ['reset'], now: time.getTime() } as const;
  const holder = await requireLink(services, link, context.ip);
  await consumePoints(services, [[linkOfUser, holder]], code);
  const passwordHash = await hashPassword(password, { code, signal: context.closed() });
  const { userId, removed } = await database.db.transaction(async (tx) => {
    const consumed = await consumeLink(tx, link);
    if (!consumed) throw new DomainError('invalid-link');
    const identities = await removeUnverifiedIdentities(tx, consumed.userId);
    const passkeys = await removeUnverifiedPasskeys(tx, consumed.userId);
    const others = { removed: identities + passkeys > 0 };
    const [user] = await tx
      .update(users)
      .set({ passwordHash, emailVerifiedDate: sql`coalesce(${users.emailVerifiedDate}, ${time.toISOString()})` })
      .where(eq(users.id, consumed.userId))
      .returning({ to: users.email, firstName: users.firstName });
    await voidLinks(tx, consumed.userId);
    await forgetDevices(tx, consumed.userId, context.deviceToken);
    await tx.delete(sessions).where(eq(sessions.userId, consumed.userId));
    await mail.send(tx, passwordChangedMail({ ...user!, ...others, time, origin: config.origins[0] }));
    return { userId: consumed.userId, ...others };
  });
  services.sessions.forget(userId);
  if (caller?.id === userId) setSession(undefined);
  const done = 'Your password was changed. Please log in.';
  return { msg: removed ? `${done} ${otherWaysRemoved}` : done };
});

import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { and, eq, lt } from 'drizzle-orm';
import { passkeys } from '../../db/schema/accounts.ts';
import { unquoted, type WarnLog } from '../../log.ts';
import type { Parts } from '../parts.ts';
import { consumePoints } from './limits.ts';
import { networkOf } from './networks.ts';
import {
  type Credential,
  handleOf,
  storeChallenge,
  loadWebAuthn,
  type Passkey,
  passkeyLoginOfAddress,
  passkeyChallengeOfAddress,
  challengeLifetime,
  relyingPartyOf,
  consumeChallenge,
} from './passkeys.ts';
import { DomainError } from '../domain-error.ts';

/** The same failure for everybody, so that it does not reveal which passkeys exist. */
const refused = () => new DomainError('passkey-refused');

type LoginParts = Pick<Parts, 'database' | 'limits'>;
/** The page that requests a passkey: its origin, and the client's IP address. */
interface LoginPage {
  readonly origin: string;
  readonly ip: string;
  /**
   * The origin whose passkeys are accepted: another origin of the same host or of a parent domain. Default: the page's
   * own.
   */
  readonly passkeysOf?: string;
  /** Whether the authenticator has to verify its user. */
  readonly verifiesUser?: boolean;
}

/** The options with which a browser requests any passkey. */
export const startLogin = async (parts: LoginParts, page: LoginPage): Promise<Record<string, unknown>> => {
  const { rpID } = relyingPartyOf(page.passkeysOf ?? page.origin);
  const { ip, verifiesUser } = page;
  await consumePoints(parts, [[passkeyChallengeOfAddress, networkOf(ip)]], 'too-many-logins');
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: challengeLifetime,
    userVerification: verifiesUser ? 'required' : 'preferred',
  });
  await storeChallenge(parts.database.db, options.challenge, null);
  return { ...options };
};

const verify = async (
  { origin, passkeysOf = origin, verifiesUser = false }: LoginPage,
  log: WarnLog,
  credential: Credential,
  expectedChallenge: string,
  passkey: Passkey,
) => {
  const { rpID } = relyingPartyOf(passkeysOf);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  // The library throws for a malformed credential, which may contain anything.
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library validates it, whatever it contains
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: verifiesUser,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    if (!verified) log.warn({ rpID }, 'The signature of a passkey did not match the challenge.');
    return verified ? authenticationInfo : undefined;
  } catch (error) {
    log.warn({ rpID, cause: unquoted(error) }, 'A passkey login was rejected.');
    return undefined;
  }
};

/** Whether the credential belongs to this user. */
const isOf = ({ response: { userHandle } }: Credential, userId: string): boolean =>
  userHandle === Buffer.from(handleOf(userId)).toString('base64url');

/**
 * The id of the user whose passkey it is. Fails with `passkey-refused` if the passkey is unknown or does not answer the
 * challenge.
 */
export const finishLogin = async (
  parts: LoginParts,
  page: LoginPage,
  credential: Credential,
  log: WarnLog,
): Promise<string> => {
  const { db } = parts.database;
  await consumePoints(parts, [[passkeyLoginOfAddress, networkOf(page.ip)]], 'too-many-logins');
  const challenge = await consumeChallenge(db, credential, null);
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.id, credential.id));
  if (challenge === undefined || !passkey || !isOf(credential, passkey.userId)) throw refused();
  const verified = await verify(page, log, credential, challenge, passkey);
  if (!verified) throw refused();
  const { newCounter: counter } = verified;
  // Most passkeys do not count and report 0. For those that do, two simultaneous answers cannot both be the next.
  const isNext = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedDate: new Date() })
    .where(and(eq(passkeys.id, passkey.id), isNext));
  if (used.rowCount !== 1) throw refused();
  return passkey.userId;
};

import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { eq } from 'drizzle-orm';
import { passkeys, users } from '../../db/schema/accounts.ts';
import { unquoted, type WarnLog } from '../../log.ts';
import { newPasskeyMail } from '../mail/passkeys.ts';
import type { Parts } from '../parts.ts';
import { deviceName } from './devices.ts';
import { consumePoints } from './limits.ts';
import {
  type Credential,
  handleOf,
  storeChallenge,
  listPasskeys,
  loadWebAuthn,
  passkeyChallengeOfUser,
  passkeysOfUser,
  challengeLifetime,
  relyingPartyOf,
  consumeChallenge,
} from './passkeys.ts';
import type { Viewer } from './viewer.ts';
import { DomainError } from '../domain-error.ts';

/** EdDSA, ES256, RS256 by their COSE numbers. */
const algorithms = [-8, -7, -257];
/**
 * Other formats verify certificates. The product requests none, and would have to fetch lists from URLs that they name.
 */
const formats: readonly unknown[] = ['none', 'packed'];
/** Bytes; an RSA key of 4096 bits has about 550. */
const longestKey = 2000;

const refused = () => new DomainError('passkey-not-added');
const tooMany = () => new DomainError('too-many-passkeys', { limit: passkeysOfUser });

/** The user who adds a passkey, and the page it is for. */
interface Registration {
  readonly user: Viewer;
  readonly origin: string;
  readonly userAgent: string | undefined;
}

/** The options with which a browser creates a passkey that logs in without an email address. */
export const startRegistration = async (
  parts: Pick<Parts, 'database' | 'limits'>,
  { user, origin }: Registration,
): Promise<Record<string, unknown>> => {
  const { db } = parts.database;
  const { rpID } = relyingPartyOf(origin);
  await consumePoints(parts, [[passkeyChallengeOfUser, user.id]], 'too-many-attempts');
  const present = await listPasskeys(db, user.id);
  if (present.length >= passkeysOfUser) throw tooMany();
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Atrium',
    rpID,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    timeout: challengeLifetime,
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  });
  await storeChallenge(db, options.challenge, user.id);
  return { ...options };
};

const verify = async (pageOrigin: string, log: WarnLog, credential: Credential, expectedChallenge: string) => {
  const { rpID, origin } = relyingPartyOf(pageOrigin);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  // The library throws for a malformed credential, which may contain anything.
  try {
    const { attestationObject } = credential.response;
    const format = decodeAttestationObject(isoBase64URL.toBuffer(String(attestationObject))).get('fmt');
    if (!formats.includes(format)) {
      log.warn({ rpID, format }, 'A new passkey has an attestation of an unknown format.');
      return undefined;
    }
    const { registrationInfo } = await verifyRegistrationResponse({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library validates it, whatever it contains
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) log.warn({ rpID }, 'The signature of a new passkey did not match the challenge.');
    return registrationInfo?.credential;
  } catch (error) {
    log.warn({ rpID, cause: unquoted(error) }, 'A new passkey was rejected.');
    return undefined;
  }
};

const transportsOf = ({ response: { transports } }: Credential): string[] =>
  Array.isArray(transports)
    ? transports.filter((one): one is string => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
    : [];

/**
 * Stores a new passkey and notifies its user by email. Fails with `passkey-not-added` if it does not answer the
 * challenge.
 */
export const finishRegistration = async (
  { database: { db }, mail, config }: Pick<Parts, 'database' | 'mail' | 'config'>,
  { user, origin, userAgent }: Registration,
  credential: Credential,
  log: WarnLog,
): Promise<void> => {
  const challenge = await consumeChallenge(db, credential, user.id);
  if (challenge === undefined) throw refused();
  const created = await verify(origin, log, credential, challenge);
  if (!created || created.id !== credential.id || created.publicKey.length > longestKey) throw refused();
  const [device, time] = [deviceName(userAgent), new Date()];
  await db.transaction(async (tx) => {
    // Registrations of a user are serialized, so that two at once cannot exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update');
    const present = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, user.id));
    if (present.length >= passkeysOfUser) throw tooMany();
    const stored = await tx
      .insert(passkeys)
      .values({
        id: created.id,
        userId: user.id,
        publicKey: Buffer.from(created.publicKey).toString('base64url'),
        counter: created.counter,
        transports: transportsOf(credential),
        name: device,
        createdDate: time,
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (stored.length === 0) throw refused();
    const { email: to, firstName } = user;
    await mail.send(tx, newPasskeyMail({ to, firstName, device, time, origin: config.origins[0] }));
  });
};

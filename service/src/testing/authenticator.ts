import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Key {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly userHandle: string;
  readonly rpId: string;
}

/** Values that a dishonest page or authenticator would send instead of the right ones. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly userHandle?: string | undefined;
  readonly format?: string;
  readonly id?: string;
}

type Options = Readonly<Record<string, unknown>>;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const userPresentAndVerified = 0x05;
const withCredential = 0x40;

const authenticatorData = (rpId: string, flags: number, counter: number, extra: Buffer = Buffer.alloc(0)) => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, extra]);
};

const clientData = (type: string, challenge: unknown, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const coseKey = (publicKey: KeyObject) => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    ),
  );
};

const credentialOf = (id: string, response: Readonly<Record<string, unknown>>) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  authenticatorAttachment: 'platform' as const,
  clientExtensionResults: {},
  response,
});

/** A browser on a page of `origin` with an authenticator that holds one key. */
export const createAuthenticator = (origin: string) => {
  let key: Key | undefined;
  let counter = 0;
  return {
    /** Creates the key that the options of a registration request. */
    register: (options: Options, lies: Lies = {}) => {
      const { rp, user, challenge } = options as { rp: { id: string }; user: { id: string }; challenge: string };
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = lies.id ?? randomBytes(16).toString('base64url');
      key = { id, privateKey, userHandle: user.id, rpId: rp.id };
      const bytes = Buffer.from(id, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, bytes, coseKey(publicKey)]);
      const flags = userPresentAndVerified | withCredential;
      const data = authenticatorData(lies.rpId ?? rp.id, flags, lies.counter ?? counter, credential);
      const attestation = new Map<string, unknown>([
        ['fmt', lies.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]);
      const encoded = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]);
      return credentialOf(id, {
        clientDataJSON: clientData('webauthn.create', lies.challenge ?? challenge, lies.origin ?? origin).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(encoded).toString('base64url'),
        transports: ['internal'],
      });
    },
    /** Signs the challenge of a login with the key. */
    logIn: (options: Options, lies: Lies = {}) => {
      if (!key) throw new Error('This authenticator has no key yet.');
      counter += 1;
      const values = { challenge: options['challenge'], userHandle: key.userHandle, ...lies };
      const client = clientData('webauthn.get', values.challenge, values.origin ?? origin);
      const data = authenticatorData(values.rpId ?? key.rpId, userPresentAndVerified, values.counter ?? counter);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey);
      return credentialOf(values.id ?? key.id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(values.userHandle === undefined ? {} : { userHandle: values.userHandle }),
      });
    },
  };
};

export type Authenticator = ReturnType<typeof createAuthenticator>;

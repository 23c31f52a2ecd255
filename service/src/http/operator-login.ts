import { finishPasskeyLogin } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { adminOfPasskey, adminOfPassword, passkeysFor, startAdminPasskey } from '../domain/accounts/operator-login.ts';
import { DomainError } from '../domain/domain-error.ts';
import type { Services } from '../calls/services.ts';

const ip = () => z.string().check(z.maxLength(64));
const password = () =>
  z.strictObject({
    email: z.string().check(z.maxLength(320)),
    password: z.string().check(z.maxLength(1024)),
    ip: ip(),
  });
const passkey = () => z.strictObject({ ip: ip(), ...finishPasskeyLogin.input().def.shape });
const question = () => z.strictObject({ ip: ip() });

const read = <T>(schema: z.ZodMiniType<T>, body: unknown): T => {
  const found = schema.safeParse(body);
  if (!found.success) throw new DomainError('invalid-request');
  return found.data;
};

/**
 * Adds the sign-in of product admins for the operator page, on the service's own address, which the edge does not
 * forward. `POST /internal/operators/password` and `…/passkey` answer `{ email }`, `…/passkey-question` answers `{
 * options }`. No script of the product's origin takes part, and no session of the product starts.
 */
export const addOperatorLogin = (app: FastifyInstance, services: Services): void => {
  const { operatorOrigin: origin, origins } = services.config;
  const product = origin === undefined ? undefined : passkeysFor(origin, origins);
  const own = { bodyLimit: 64 * 1024 };
  app.post('/internal/operators/password', own, (request) =>
    adminOfPassword(services, read(schemaFor(password), request.body)),
  );
  if (origin === undefined || product === undefined) return;
  app.post('/internal/operators/passkey-question', own, (request) =>
    startAdminPasskey(services, { origin, product, ...read(schemaFor(question), request.body) }).then((options) => ({
      options,
    })),
  );
  app.post('/internal/operators/passkey', own, (request) => {
    const { credential, ...given } = read(schemaFor(passkey), request.body);
    return adminOfPasskey(services, { origin, product, ...given }, credential, request.log);
  });
};

import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import type { WarnLog } from '../../log.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { operatorLoginOfAccount } from './limits.ts';
import { type Credential } from './passkeys.ts';
import { finishLogin, startLogin } from './passkeys-login.ts';
import { userOfPassword } from './password-login.ts';

type LoginParts = Pick<Parts, 'database' | 'limits'>;
/** The operator page, and the product origin whose passkeys it accepts. */
export interface OperatorPage {
  readonly origin: string;
  readonly product: string;
  readonly ip: string;
}

/** The product origin whose passkeys a browser offers on the operator page: the same host or a parent domain. */
export const passkeysFor = (operator: string, origins: readonly string[]): string | undefined => {
  const { hostname } = new URL(operator);
  return origins.find((one) => {
    const { hostname: product } = new URL(one);
    return hostname === product || hostname.endsWith(`.${product}`);
  });
};

/** Returns the product admin's email address. Fails with `forbidden` for everybody else. */
const requireProductAdmin = async ({ database }: LoginParts, userId: string) => {
  const [user] = await database.db
    .select({ email: users.email, admin: users.booktAdmin })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.admin) throw new DomainError('forbidden');
  return { email: user.email.toLowerCase() };
};

/** The product admin with that address and password. They do not get a session of the product. */
export const adminOfPassword = async (
  parts: LoginParts,
  given: { readonly email: string; readonly password: string; readonly ip: string },
) => requireProductAdmin(parts, (await userOfPassword(parts, { ...given, ofAccount: operatorLoginOfAccount })).id);

const asPage = ({ origin, product, ip }: OperatorPage) => ({ origin, ip, passkeysOf: product, verifiesUser: true });

/** The options with which the operator page requests a passkey from a browser. */
export const startAdminPasskey = (parts: LoginParts, page: OperatorPage) => startLogin(parts, asPage(page));

/** The product admin whose passkey answered the operator page's own request. */
export const adminOfPasskey = async (parts: LoginParts, page: OperatorPage, credential: Credential, log: WarnLog) =>
  requireProductAdmin(parts, await finishLogin(parts, asPage(page), credential, log));

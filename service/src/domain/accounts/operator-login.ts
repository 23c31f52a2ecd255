import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import type { WarnLog } from '../../log.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { type Credential } from './passkeys.ts';
import { finishLogin, startLogin } from './passkeys-login.ts';
import { userOfPassword } from './password-login.ts';

type LoginParts = Pick<Parts, 'database' | 'limits'>;
/** The operator page, and the product whose passkeys it takes. */
export interface OperatorPage {
  readonly origin: string;
  readonly product: string;
  readonly ip: string;
}

/** The product origin whose passkeys a browser offers on the operator page: of the same host, or of one above it. */
export const passkeysFor = (operator: string, origins: readonly string[]): string | undefined => {
  const { hostname } = new URL(operator);
  return origins.find((one) => {
    const { hostname: product } = new URL(one);
    return hostname === product || hostname.endsWith(`.${product}`);
  });
};

/** Throws 403 for everybody else. */
const requireProductAdmin = async ({ database }: LoginParts, userId: string) => {
  const [user] = await database.db
    .select({ email: users.email, admin: users.booktAdmin })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.admin) throw new DomainError('forbidden');
  return { email: user.email.toLowerCase() };
};

/** The product admin of that address and password. They get no session of the product. */
export const adminOfPassword = async (
  parts: LoginParts,
  given: { readonly email: string; readonly password: string; readonly ip: string },
) => requireProductAdmin(parts, (await userOfPassword(parts, given)).id);

const asPage = ({ origin, product, ip }: OperatorPage) => ({ origin, ip, passkeysOf: product, recognizes: true });

/** What the operator page asks a browser for. */
export const startAdminPasskey = (parts: LoginParts, page: OperatorPage) => startLogin(parts, asPage(page));

/** The product admin whose passkey answered on the operator page, and on no other. */
export const adminOfPasskey = async (parts: LoginParts, page: OperatorPage, credential: Credential, log: WarnLog) =>
  requireProductAdmin(parts, await finishLogin(parts, asPage(page), credential, log));

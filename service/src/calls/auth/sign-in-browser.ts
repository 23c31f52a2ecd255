import { signIn } from '../../domain/accounts/sign-in.ts';
import type { RequestContext } from '../implement.ts';

/** Signs the user in with the requesting browser, which gets the session cookie and the device cookie. */
export const signInBrowser = async (
  context: RequestContext,
  userId: string,
  passwordHash?: string | null,
): Promise<void> => {
  const { session, deviceToken } = await signIn(context.services, context, userId, passwordHash);
  context.setSession(session);
  context.setDevice(deviceToken);
};

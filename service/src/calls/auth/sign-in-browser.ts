import { signIn } from '../../domain/accounts/sign-in.ts';
import type { RequestContext } from '../implement.ts';

/** Signs the user in with the browser that asks, which gets the cookies of the session and of its own. */
export const signInBrowser = async (
  context: RequestContext,
  userId: string,
  passwordHash?: string | null,
): Promise<void> => {
  const { session, deviceToken } = await signIn(context.services, context, userId, passwordHash);
  context.setSession(session);
  context.setDevice(deviceToken);
};

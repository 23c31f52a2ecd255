import type { RequestContext } from '../../calls/implement.ts';
import { badRequest } from '../../errors.ts';
import { deviceName, rememberDevice } from './devices.ts';
import { findPlace } from './places.ts';

/**
 * Signs the caller in: every way in ends here. A session of before ends, so that nobody can have planted it; a user who
 * comes with a browser for the first time hears of it by mail, but at their first sign-in of all. `passwordHash`: what
 * the password was checked against. Throws 400 where that, or the account, is gone meanwhile.
 */
export const signIn = async (context: RequestContext, userId: string, passwordHash?: string | null): Promise<void> => {
  const { services, token, userAgent, setSession, setDevice } = context;
  if (token !== undefined) await services.sessions.end(token);
  const at = { device: deviceName(userAgent), place: await findPlace(context) };
  const session = await services.sessions.open(userId, at, passwordHash);
  if (!session) throw badRequest('Your account has changed meanwhile. Please log in again.');
  const device = await rememberDevice(context, userId, { ...at, time: new Date() });
  setSession(session);
  setDevice(device);
};

import type { RequestContext } from '../../calls/implement.ts';

/** Signs the caller in: every way in ends here. A session of before ends, so that nobody can have planted it. */
export const signIn = async ({ services, token, setSession }: RequestContext, userId: string): Promise<void> => {
  if (token !== undefined) await services.sessions.end(token);
  setSession(await services.sessions.open(userId));
};

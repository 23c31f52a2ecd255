import { redirect, safeNext } from '../exchange.ts';
import { passkeyPage, signedInPage, signInPage } from '../pages/sign-in.ts';
import { attemptCookie, cookieIn, type createSessions, sessionCookie, setCookie } from '../sessions.ts';
import type { OperatorHandlerOptions, Visit } from '../visit.ts';
import { productSignIn, SignInRefusal } from './product.ts';

type Parts = Pick<OperatorHandlerOptions, 'origin' | 'product' | 'service' | 'passkeys' | 'oidc' | 'report'> & {
  readonly sessions: ReturnType<typeof createSessions>;
};

const messages: Readonly<Record<SignInRefusal['code'], string>> = {
  wrong: 'That didn’t work. Check your details, and that you are a product admin.',
  'too-many': 'Too many tries. Wait a minute and try again.',
  unavailable: 'The sign-in isn’t available right now. Try again in a moment.',
};

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new SignInRefusal('wrong');
  }
};

type Enter = (visit: Visit, identity: string, next: string) => void;
type PostHandler = (visit: Visit, fields: Readonly<Record<string, string>>) => Promise<void>;

/** Forms of the sign-in page, by their paths. */
const postHandlers = (
  ofProduct: ReturnType<typeof productSignIn>,
  enter: Enter,
): Readonly<Record<string, PostHandler>> => ({
  '/sign-in': async (visit, { email = '', password = '', next }) =>
    enter(visit, await ofProduct.password({ email: email.trim(), password, ip: visit.ip }), safeNext(next)),
  '/sign-in/passkey': async (visit, { next }) =>
    visit.show('Use your passkey', passkeyPage(await ofProduct.passkeyQuestion(visit.ip), safeNext(next)), {
      passkey: true,
    }),
  '/sign-in/passkey/answer': async (visit, { credential, next }) =>
    enter(visit, await ofProduct.passkey(parsed(credential), visit.ip), safeNext(next)),
});

/** The way to the identity provider and back, by paths. */
const providerHandlers = ({
  oidc,
  sessions,
}: Pick<Parts, 'oidc' | 'sessions'>): Readonly<Record<string, (visit: Visit) => Promise<void>>> =>
  oidc
    ? {
        '/sign-in/oidc': async ({ response, query }) => {
          const { url, cookie } = await oidc.start(safeNext(query['next']));
          redirect(response, url, [setCookie(attemptCookie, cookie, 'Lax', 600)]);
        },
        // The session cookie is strict, so the next navigation has to start on a page of this origin.
        '/sign-in/oidc/callback': async ({ request, response, show }) => {
          const found = await oidc.finish(request.url ?? '', cookieIn(request.headers.cookie, attemptCookie));
          if (!found) throw new SignInRefusal('wrong');
          const cookies = [
            setCookie(sessionCookie, sessions.open(found.identity), 'Strict'),
            setCookie(attemptCookie, '', 'Lax', 0),
          ];
          response.setHeader('refresh', `0;url=${found.next}`);
          show('You are signed in', signedInPage(found.next), { cookies });
        },
      }
    : {};

/** Routes for signing in and out. Gives whether the path was one of them. */
export const createSignIn = ({ product, service, passkeys, oidc, report, sessions }: Parts) => {
  const showSignIn = ({ show }: Visit, next: string, message?: string, email?: string) =>
    show('Sign in', signInPage({ product, next, message, email, passkeys, provider: oidc?.name }), {
      status: message ? 400 : 200,
    });
  const enter = (visit: Visit, identity: string, next: string) => {
    sessions.end(cookieIn(visit.request.headers.cookie, sessionCookie));
    redirect(visit.response, next, [setCookie(sessionCookie, sessions.open(identity), 'Strict')]);
  };
  const post = postHandlers(productSignIn(service), enter);
  const toProvider = providerHandlers({ oidc, sessions });

  const run = async (visit: Visit): Promise<boolean> => {
    const { request, response, path, query } = visit;
    if (request.method === 'POST') {
      const handler = Object.hasOwn(post, path) ? post[path] : undefined;
      if (path === '/sign-out') {
        await visit.form();
        sessions.end(cookieIn(request.headers.cookie, sessionCookie));
        redirect(response, '/sign-in', [setCookie(sessionCookie, '', 'Strict', 0)]);
        return true;
      }
      if (!handler) return false;
      // An operator who signs in again may have an older session, whose token the sign-in page does not contain.
      const fields = await visit.openForm();
      try {
        await handler(visit, fields);
      } catch (error) {
        if (!(error instanceof SignInRefusal)) throw error;
        showSignIn(visit, safeNext(fields['next']), messages[error.code], fields['email']);
      }
      return true;
    }
    if (path === '/sign-in')
      showSignIn(
        visit,
        safeNext(query['next']),
        query['again'] === undefined ? undefined : 'Sign in again to make changes: it has been more than 15 minutes.',
      );
    else if (Object.hasOwn(toProvider, path)) await toProvider[path]?.(visit);
    else return false;
    return true;
  };
  return async (visit: Visit): Promise<boolean> => {
    try {
      return await run(visit);
    } catch (error) {
      if (!(error instanceof SignInRefusal)) throw error;
      report(`A sign-in at the operator page was refused: ${error.code}.`);
      showSignIn(visit, '/', messages[error.code]);
      return true;
    }
  };
};

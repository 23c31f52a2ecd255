import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { isEmail } from '@atrium/shared-kernel/contracts/validation';
import { asc, inArray } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentProfiles } from '../../ports/consent-profiles.ts';
import type { Provider } from '../../ports/identity.ts';
import { users } from '../../db/schema/accounts.ts';
import { requireOwnOrigin } from '../../http/security.ts';
import { seededEmails } from '../../domain/accounts/seeded.ts';
import type { Services } from '../../calls/services.ts';
import { sendNotice, sendPage } from '../page.ts';
import { personView, type Typed } from './person-view.ts';
import { type StandIn, standInPath } from './stand-in.ts';
import { fieldsOf } from '../fields.ts';

const workspaceScopes = Object.values(consentProfiles).flatMap(({ scopes }) => scopes);
const readsOf = (scopes: readonly string[]) => scopes.filter((scope) => workspaceScopes.includes(scope));

const typedIn = (body: unknown): Typed => {
  const fields = fieldsOf(body);
  const text = (name: string) => (fields[name] ?? '').trim().slice(0, 100);
  const [email, firstName, lastName] = [text('email'), text('firstName'), text('lastName')];
  return { email, firstName, lastName, verified: fields['verified'] === 'yes' };
};

const sendOver = (reply: FastifyReply): FastifyReply =>
  sendNotice(reply, 410, {
    title: 'This sign-in has ended',
    text: 'It has expired or was already completed.',
    link: '/auth/login',
    label: 'Back to login',
  });

/** The stand-in's part that browsers see: its endpoints, and the page that asks who somebody is. */
export const addIdentityPages = (app: FastifyInstance, { config, database: { db } }: Services, standIn: StandIn) => {
  const add = (provider: Provider) => {
    const path = standInPath(provider);
    const page = `${path}/person/:uid`;

    const show = async (
      request: FastifyRequest,
      reply: FastifyReply,
      scopes: readonly string[],
      typed?: Typed,
      error?: string,
    ) => {
      const persons = await db
        .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
        .from(users)
        .where(inArray(users.email, seededEmails))
        .orderBy(asc(users.id));
      const content = personView({ provider, action: request.url, persons, reads: readsOf(scopes) }, typed, error);
      return sendPage(reply, error === undefined ? 200 : 400, {
        title: 'Sign in',
        content,
        // The way on leads to the origin that the sign-in began at.
        formTargets: config.origins,
      });
    };

    app.get(page, async (request, reply) => {
      const scopes = await standIn.waits(provider, request.raw, reply.raw);
      return scopes ? show(request, reply, scopes) : sendOver(reply);
    });

    app.post(page, async (request, reply) => {
      requireOwnOrigin(config, request);
      const scopes = await standIn.waits(provider, request.raw, reply.raw);
      if (!scopes) return sendOver(reply);
      const typed = typedIn(request.body);
      const refused = fieldsOf(request.body)['refuse'] === 'yes';
      if (!refused && !isEmail(typed.email))
        return show(request, reply, scopes, typed, 'Please enter an email address, such as ada@example.org.');
      const next = await standIn.finish(provider, request.raw, reply.raw, refused ? undefined : typed);
      return reply.redirect(next, 303);
    });

    app.get(`${path}/*`, async (request, reply) => {
      reply.hijack();
      await standIn.handle(provider, request.raw, reply.raw);
    });
  };
  for (const provider of identityProviders) add(provider);
};

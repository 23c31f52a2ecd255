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
import { endedTexts, type EnteredPerson, personView } from './person-view.ts';
import { type StandIn, standInPath } from './stand-in.ts';
import { fieldsOf } from '../fields.ts';

const workspaceScopes = Object.values(consentProfiles).flatMap(({ scopes }) => scopes);
const readsOf = (scopes: readonly string[]) => scopes.filter((scope) => workspaceScopes.includes(scope));

const enteredIn = (body: unknown): EnteredPerson => {
  const fields = fieldsOf(body);
  const text = (name: string) => (fields[name] ?? '').trim().slice(0, 100);
  const [email, firstName, lastName] = [text('email'), text('firstName'), text('lastName')];
  return { email, firstName, lastName, verified: fields['verified'] === 'yes' };
};

const sendEnded = (reply: FastifyReply): FastifyReply =>
  sendNotice(reply, 410, {
    ...endedTexts,
    link: '/auth/login',
    label: 'Back to login',
  });

/** Adds the stand-in's routes for browsers: its endpoints, and the page on which users choose who they are. */
export const addIdentityPages = (app: FastifyInstance, { config, database: { db } }: Services, standIn: StandIn) => {
  const add = (provider: Provider) => {
    const path = standInPath(provider);
    const page = `${path}/person/:uid`;

    const show = async (
      request: FastifyRequest,
      reply: FastifyReply,
      scopes: readonly string[],
      entered?: EnteredPerson,
      error?: string,
    ) => {
      const persons = await db
        .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
        .from(users)
        .where(inArray(users.email, seededEmails))
        .orderBy(asc(users.id));
      const content = personView({ provider, action: request.url, persons, reads: readsOf(scopes) }, entered, error);
      return sendPage(reply, error === undefined ? 200 : 400, {
        title: 'Sign in',
        content,
        // The form leads back to the origin at which the sign-in started.
        formTargets: config.origins,
      });
    };

    app.get(page, async (request, reply) => {
      const scopes = await standIn.pendingScopes(provider, request.raw, reply.raw);
      return scopes ? show(request, reply, scopes) : sendEnded(reply);
    });

    app.post(page, async (request, reply) => {
      requireOwnOrigin(config, request);
      const scopes = await standIn.pendingScopes(provider, request.raw, reply.raw);
      if (!scopes) return sendEnded(reply);
      const entered = enteredIn(request.body);
      const refused = fieldsOf(request.body)['refuse'] === 'yes';
      if (!refused && !isEmail(entered.email))
        return show(request, reply, scopes, entered, 'Please enter an email address, such as ada@example.org.');
      const next = await standIn.finish(provider, request.raw, reply.raw, refused ? undefined : entered);
      return reply.redirect(next, 303);
    });

    app.get(`${path}/*`, async (request, reply) => {
      reply.hijack();
      await standIn.handle(provider, request.raw, reply.raw);
    });
  };
  for (const provider of identityProviders) add(provider);
};

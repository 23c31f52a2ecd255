import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startProcess, type StartedProcess } from '../../testing/started-process.ts';
import { graphileJobs } from '../jobs/graphile.ts';
import type { RunningJobs } from '../../ports/jobs.ts';

const failLoudly = (details: object, message: string) => {
  throw new Error(`${message} ${JSON.stringify(details)}`);
};

let server: StartedProcess;
let app: TestApp;
let watched: TestApp;
let jobs: RunningJobs;
beforeAll(async () => {
  server = await startProcess('smtp-server.ts');
  const env = { SMTP_URL: `smtp://127.0.0.1:${server.address}`, MAIL_FROM: 'Atrium <post@atrium.test>' };
  app = await createTestApp({ env });
  watched = await createTestApp({ env: { ...env, ATRIUM_MAILBOX: '1' } });
  const { database, mail } = app.services;
  jobs = await graphileJobs(database.pool, { warn: failLoudly, error: failLoudly })([], mail.tasks);
});
afterAll(async () => {
  await jobs.close();
  await app.close();
  await watched.close();
  await server.stop();
});

const signUp = ({ visitor }: TestApp) => {
  const payload = { firstName: 'Zoë', lastName: 'Ng', email: 'zoe@example.test', password: 'Atrium1!' };
  return visitor.request({ method: 'POST', url: '/api/auth/register', payload });
};
const mailbox = async ({ visitor }: TestApp) => visitor.request({ url: '/local/mail' });

describe('a service with SMTP', () => {
  it('sends the email of a sign-up to its user, and shows it to nobody', async () => {
    expect((await signUp(app)).status).toBe(200);
    const { to, raw } = (await server.next()) as { to: string[]; raw: string };
    const { text = '', html = '' } = await PostalMime.parse(raw);
    expect(to).toEqual(['zoe@example.test']);
    expect(text).toContain('Zoë');
    expect(html).toContain('/auth/change?changeHash=');
    expect((await mailbox(app)).status).toBe(404);
    expect((await app.visitor.request({ url: '/local/mail/anything' })).status).toBe(404);
  });

  it('has the mailbox page if it is enabled, which says that emails are sent', async () => {
    const { status, text } = await mailbox(watched);
    expect(status).toBe(200);
    expect(text).toContain('sends email over SMTP');
  });
});

import { asc, eq } from 'drizzle-orm';
import { mails } from '../db/schema/mail.ts';
import type { TestApp } from './app.ts';

/** The emails to an address, oldest first. */
export const emailsTo = ({ db }: TestApp, email: string) =>
  db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.id));

/** The query of the last link to `/auth/<page>` that was sent to the address. */
export const linkTo = async (app: TestApp, email: string, page: 'set' | 'change'): Promise<URLSearchParams> => {
  const links = (await emailsTo(app, email)).flatMap(
    ({ plain }) => plain.match(new RegExp(`\\S+/auth/${page}\\?\\S+`)) ?? [],
  );
  const last = links.at(-1);
  if (last === undefined) throw new Error(`${email} was sent no link to /auth/${page}.`);
  return new URL(last).searchParams;
};

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cohort } from './cohort.ts';

/** A browser that reports on versions: a random name, and the cohort that decides on its canaries. */
export interface Reporter {
  readonly id: string;
  readonly cohort: Cohort | undefined;
  /** When the name expires, in seconds since 1970. */
  readonly ends: number;
}

export interface ReportTokens {
  /** A Set-Cookie header with a token. A browser that already has a name keeps it until it expires. */
  cookieFor(cohort: Cohort | undefined, known: Reporter | undefined, secure: boolean): string;
  /** The reporter in a Cookie header; undefined without a token that is ours, of this environment, and not expired. */
  read(cookies: string | undefined): Reporter | undefined;
}

const seconds = 7 * 24 * 60 * 60;
const cookie = /(?:^|;\s*)atrium_report=([^;\s]{1,200})/;
const shape = /^([\w-]{16})\.(\d{1,6}|-)\.([0-9a-z]{1,9})\.([\w-]{43})$/;

/**
 * Tokens of one environment. A token is random, identifies nobody, is valid for a week, and is signed by an HMAC, so
 * whoever has the key can create one. `now` is in milliseconds.
 */
export const createReportTokens = (key: string, environment: string, now = Date.now): ReportTokens => {
  const proof = (text: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['atrium report', environment, text]))
      .digest('base64url');
  const instant = () => Math.floor(now() / 1000);
  return {
    cookieFor(cohort, known, secure) {
      const { id, ends } = known ?? { id: randomBytes(12).toString('base64url'), ends: instant() + seconds };
      const text = `${id}.${cohort ?? '-'}.${ends.toString(36)}`;
      const age = Math.max(0, ends - instant());
      const header = `atrium_report=${text}.${proof(text)}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax`;
      return secure ? `${header}; Secure` : header;
    },
    read(cookies) {
      const token = cookie.exec(cookies ?? '')?.[1] ?? '';
      const [, id = '', cohort = '', end = '', given = ''] = shape.exec(token) ?? [];
      const wanted = proof(token.slice(0, token.lastIndexOf('.')));
      if (given.length !== wanted.length || !timingSafeEqual(Buffer.from(given), Buffer.from(wanted))) return undefined;
      const ends = Number.parseInt(end, 36);
      return ends > instant() ? { id, cohort: cohort === '-' ? undefined : Number(cohort), ends } : undefined;
    },
  };
};

const keyFile = (data: string) => join(data, 'keys/reports.key');

/**
 * The key that signs report tokens: ATRIUM_REPORT_KEY, the same for all edges of an environment, otherwise a key in the
 * data folder that is created when it is first needed. Throws a sentence if the variable is too short.
 */
export const reportKey = (data: string, env: NodeJS.ProcessEnv = process.env): string => {
  const given = env['ATRIUM_REPORT_KEY'];
  if (given) {
    if (given.length < 16) throw new Error('ATRIUM_REPORT_KEY is too short: use at least 16 characters.');
    return given;
  }
  const file = keyFile(data);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process created it at the same moment.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return readFileSync(file, 'utf8');
};

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cohort } from './cohort.ts';

/** A browser that reports how versions fare: a random name, and what it draws its canaries by. */
export interface Reporter {
  readonly id: string;
  readonly cohort: Cohort | undefined;
  /** When the name is forgotten, in seconds since 1970. */
  readonly ends: number;
}

export interface ReportTokens {
  /** A Set-Cookie header with a token for a browser; one that has a name keeps it until it ends. */
  give(cohort: Cohort | undefined, known: Reporter | undefined, secure: boolean): string;
  /** Who reports, by a Cookie header; undefined without a token that is ours, of this environment, and in its time. */
  read(cookies: string | undefined): Reporter | undefined;
}

const seconds = 7 * 24 * 60 * 60;
const cookie = /(?:^|;\s*)atrium_report=([^;\s]{1,200})/;
const shape = /^([\w-]{16})\.(\d{1,6}|-)\.([0-9a-z]{1,9})\.([\w-]{43})$/;

/**
 * Tokens of one environment. A token is random, names nobody, holds for a week, and is proved by an HMAC: whoever has
 * the key can make one. `now` in milliseconds.
 */
export const createReportTokens = (key: string, environment: string, now = Date.now): ReportTokens => {
  const proof = (text: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['atrium report', environment, text]))
      .digest('base64url');
  const instant = () => Math.floor(now() / 1000);
  return {
    give(cohort, known, secure) {
      const { id, ends } = known ?? { id: randomBytes(12).toString('base64url'), ends: instant() + seconds };
      const text = `${id}.${cohort ?? '-'}.${ends.toString(36)}`;
      const age = Math.max(0, ends - instant());
      const kept = `atrium_report=${text}.${proof(text)}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax`;
      return secure ? `${kept}; Secure` : kept;
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
 * What signs tokens of reports: ATRIUM_REPORT_KEY, the same for all edges of an environment, else a key of its own in
 * the data folder, made when it is first needed. Throws a sentence where the variable is too short.
 */
export const reportKey = (data: string, env: NodeJS.ProcessEnv = process.env): string => {
  const given = env['ATRIUM_REPORT_KEY'];
  if (given) {
    if (given.length < 16) throw new Error('ATRIUM_REPORT_KEY is too short: give 16 characters or more.');
    return given;
  }
  const file = keyFile(data);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process made it in this instant.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return readFileSync(file, 'utf8');
};

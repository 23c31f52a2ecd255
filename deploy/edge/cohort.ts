import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { EnvironmentSet } from '../release/release-set.ts';
import { drawn, isFor, type Visitor } from '../release/rollout.ts';

/** A number that a browser stores, so that it keeps getting the same versions. */
export type Cohort = number;

const cohorts = 1_000_000;
const cookie = /(?:^|;\s*)atrium_cohort=(\d{1,6})(?:\.([\w-]{43}))?(?:;|$)/;
const year = 31_536_000;

export const newCohort = (): Cohort => randomInt(cohorts);

export interface Cohorts {
  /**
   * The cohort in a Cookie header, if this environment's key signed it. Older edges set unsigned cohorts: those are
   * accepted if `vouched`, the cohort in the browser's signed report token, is the same.
   */
  read(
    cookies: string | undefined,
    vouched?: Cohort,
  ): { readonly cohort: Cohort; readonly signed: boolean } | undefined;
  /** A Set-Cookie header that stores the cohort for a year. */
  cookieFor(cohort: Cohort, secure: boolean): string;
}

/** Cohorts are signed, so that nobody can choose theirs, and with it the versions they get. */
export const createCohorts = (key: string, environment: string): Cohorts => {
  const proof = (cohort: Cohort) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['atrium cohort', environment, cohort]))
      .digest('base64url');
  return {
    read(cookies, vouched) {
      const [, digits, given] = cookie.exec(cookies ?? '') ?? [];
      if (digits === undefined) return undefined;
      const cohort = Number(digits);
      if (given === undefined) return cohort === vouched ? { cohort, signed: false } : undefined;
      return timingSafeEqual(Buffer.from(given), Buffer.from(proof(cohort))) ? { cohort, signed: true } : undefined;
    },
    cookieFor(cohort, secure) {
      const header = `atrium_cohort=${cohort}.${proof(cohort)}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax`;
      return secure ? `${header}; Secure` : header;
    },
  };
};

/**
 * Remotes whose canary a visitor gets, even if it is the first version: by the cohort of the browser, or as a member of
 * one of its groups. When a share grows, everyone who was in it stays in. The version plays no part, so a browser that
 * had the previous canary gets the next one, too.
 */
export const canariesFor = ({ remotes }: EnvironmentSet, cohort: Cohort | undefined, visitor?: Visitor): string[] =>
  remotes
    .filter(({ name, canary, share = canary?.percent, groups = canary?.groups }) => {
      const isDrawn = cohort !== undefined && share !== undefined && drawn(cohort, name) < share;
      return isDrawn || (visitor && groups && isFor(groups, name, visitor));
    })
    .map(({ name }) => name);

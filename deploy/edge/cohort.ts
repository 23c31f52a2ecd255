import { createHash, randomInt } from 'node:crypto';
import type { EnvironmentSet } from '../release/release-set.ts';

/** A number that a browser keeps, so that it stays with what it got. */
export type Cohort = number;

const cohorts = 1_000_000;
const cookie = /(?:^|;\s*)atrium_cohort=(\d{1,6})(?:;|$)/;
const year = 31_536_000;

export const newCohort = (): Cohort => randomInt(cohorts);

/** The cohort in a Cookie header; undefined where there is none. */
export const cohortIn = (header: string | undefined): Cohort | undefined => {
  const found = cookie.exec(header ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
};

/** A Set-Cookie header that keeps the cohort for a year. */
export const cohortCookie = (cohort: Cohort): string =>
  `atrium_cohort=${cohort}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Lax`;

/** 0 to 99, evenly; each remote draws for itself, so that two canaries do not meet in the same browsers only. */
const drawn = (cohort: Cohort, remote: string) =>
  createHash('sha256').update(`${cohort}:${remote}`).digest().readUInt32BE(0) % 100;

/**
 * Remotes whose canary a cohort gets; none without a cohort. A share that grows keeps who was in it. The version plays
 * no part: who had the canary before gets the next one, too.
 */
export const canariesFor = ({ remotes }: EnvironmentSet, cohort: Cohort | undefined): string[] =>
  cohort === undefined
    ? []
    : remotes.filter(({ name, canary }) => canary && drawn(cohort, name) < canary.percent).map(({ name }) => name);

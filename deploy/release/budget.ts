/** How a version of a remote fared in browsers, as the service counts it (`GET /internal/releases`). */
export interface VersionHealth {
  readonly remote: string;
  readonly version: string;
  /** That tried the version, each once: whoever reported anything of it. */
  readonly browsers: number;
  /** In which it could not be shown, or threw. */
  readonly troubled: number;
  readonly loaded: number;
  readonly failed: number;
  readonly errors: number;
  readonly reason?: string | undefined;
}

/** Fewer are chance. */
const least = { browsers: 10, troubled: 3 };
/** Whether so many tried it that no trouble means something. */
export const enough = ({ browsers }: VersionHealth): boolean => browsers >= least.browsers;

/** Part of the browsers that may be in trouble. */
const allowed = 0.02;
/** Of fewer browsers than are enough: a team may have no more. */
const allowedOfFew = 0.5;
/** Times the share of the version that the others get: what fails everywhere is not the canary's fault. */
const factor = 2;

const share = ({ browsers, troubled }: VersionHealth) => troubled / Math.max(1, browsers);
const percent = (part: number) => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;

/**
 * Why a canary has burned its error budget, or undefined where it has not: of the browsers that tried it, those with a
 * failure or an uncaught error, at most 2 %, or twice the share of the version that the others get. Fewer than ten are
 * judged only where nobody but a group gets the canary: at most half of them.
 */
export const burned = (
  canary: VersionHealth,
  stable: VersionHealth | undefined,
  forGroup = false,
): string | undefined => {
  const { browsers, troubled } = canary;
  if ((!enough(canary) && !forGroup) || troubled < least.troubled) return undefined;
  const limit = Math.max(enough(canary) ? allowed : allowedOfFew, stable ? factor * share(stable) : 0);
  if (share(canary) <= limit) return undefined;
  const last = canary.reason ? ` Last: ${canary.reason}` : '';
  const kinds = `${canary.failed} failures, ${canary.errors} errors`;
  return `Trouble in ${troubled} of ${browsers} browsers (${kinds}) is ${percent(share(canary))}, the budget is ${percent(limit)}.${last}`;
};

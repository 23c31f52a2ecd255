/** How a version of a remote performed in browsers, as the service counts it (`GET /internal/releases`). */
export interface VersionHealth {
  readonly remote: string;
  readonly version: string;
  /** Browsers that tried the version, each counted once: those that reported anything about it. */
  readonly browsers: number;
  /** Browsers in which it could not be shown, or threw an error. */
  readonly troubled: number;
  readonly loaded: number;
  readonly failed: number;
  readonly errors: number;
  readonly reason?: string | undefined;
}

/** Smaller numbers may be chance. */
const least = { browsers: 10, troubled: 3 };
/** Whether so many browsers tried it that a lack of trouble means something. */
export const enough = ({ browsers }: VersionHealth): boolean => browsers >= least.browsers;

/** Share of browsers that may have trouble. */
const allowed = 0.02;
/** The same share if there are fewer browsers, since a team may not have more. */
const allowedOfFew = 0.5;
/** Multiple of the trouble of the version that others get: what fails everywhere is not the canary's fault. */
const factor = 2;

const share = ({ browsers, troubled }: VersionHealth) => troubled / Math.max(1, browsers);
const percent = (part: number) => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;

/**
 * Why a canary has exceeded its error budget, or undefined if it has not. Of the browsers that tried it, at most 2 %
 * may have a failure or an uncaught error, or twice the share of the version that others get. Fewer than ten browsers
 * count only if the canary is just for a group: then at most half of them.
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

/** How a version of a remote fared in browsers, as the service counts it (`GET /internal/releases`). */
export interface VersionHealth {
  readonly remote: string;
  readonly version: string;
  readonly loaded: number;
  readonly failed: number;
  readonly errors: number;
  readonly reason?: string | undefined;
}

/** Fewer are chance. */
const least = { tries: 10, troubles: 3 };
/** Part of the tries that may fail. */
const allowed = 0.02;
/** Times the share of the version that the others get: what fails everywhere is not the canary's fault. */
const factor = 2;

const share = ({ loaded, failed, errors }: VersionHealth) => (failed + errors) / Math.max(1, loaded + failed);
const percent = (part: number) => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;

/**
 * Why a canary has burned its error budget, or undefined where it has not: failures and uncaught errors by the tries to
 * load it, at most 2 %, or twice the share of the version that the others get.
 */
export const burned = (canary: VersionHealth, stable: VersionHealth | undefined): string | undefined => {
  const tries = canary.loaded + canary.failed;
  const troubles = canary.failed + canary.errors;
  if (tries < least.tries || troubles < least.troubles) return undefined;
  const limit = Math.max(allowed, stable ? factor * share(stable) : 0);
  if (share(canary) <= limit) return undefined;
  const last = canary.reason ? ` Last: ${canary.reason}` : '';
  return `${canary.failed} failures and ${canary.errors} errors in ${tries} loads are ${percent(share(canary))}, the budget is ${percent(limit)}.${last}`;
};

import { burned, enough, type VersionHealth } from './budget.ts';
import { canaryOf, type Environment, partNames, pinOf, versionsBefore } from './environment.ts';
import type { Registry } from './registry.ts';
import type { WorkspaceVersions } from './release-set.ts';
import { slowed } from './vital-budget.ts';
import type { VitalCounts } from './vitals.ts';

/** The data that decides whether versions of an environment run well. */
export interface Judging {
  readonly registry: Registry;
  readonly environment: string;
  /** Versions that `workspace` pins refer to. */
  readonly built: () => WorkspaceVersions;
  /** Health of versions in the last half hour, or in the last `minutes`. */
  readonly health: (minutes?: number) => Promise<readonly VersionHealth[]>;
  /** Page timings of a remote in the last day, by hour and group of networks. */
  readonly vitals: (remote: string) => Promise<readonly VitalCounts[]>;
  /** Receives the changed environment. */
  readonly pinned: (environment: Environment) => unknown;
  readonly log: (line: string) => void;
}

/** Milliseconds that a version has to run within its budget, equal to how long reports of trouble count. */
const longEnough = 30 * 60_000;
/** The service counts the reports of one day. */
const minutes = 24 * 60;

interface Running {
  readonly part: string;
  readonly version: string;
  /** The version it is compared with: the one that others get, otherwise the one before. */
  readonly stable: string | undefined;
}

/** Versions that browsers get now and that are not known to be good yet. */
const unknownVersions = async ({ registry, environment, built }: Judging): Promise<Running[]> => {
  const now = await registry.read(environment);
  const running = partNames(now).flatMap((part): Running[] => {
    const pin = pinOf(now, part);
    if (!pin || pin.disabled || part === 'service') return [];
    const canary = canaryOf(pin);
    const stable = pin.version === 'workspace' ? built()[part] : pin.version;
    return [
      ...(pin.version === 'workspace' || pin.share !== undefined
        ? []
        : [{ part, version: pin.version, stable: pin.previous }]),
      ...(canary ? [{ part, version: canary.version, stable: pin.share === undefined ? stable : undefined }] : []),
    ];
  });
  const marks = await Promise.all(running.map(({ part, version }) => registry.good(environment, part, version)));
  return running.filter((_, at) => !marks[at]);
};

/**
 * Checks once which versions run well, and records them: enough browsers have reported, every check within half an hour
 * found the error budget intact, and so is the time budget at its end. `since` maps each version to the start of that
 * half hour; a new process starts with an empty map.
 */
export const judgeOnce = async (watch: Judging, since: Map<string, number>, now = Date.now()): Promise<void> => {
  const { registry, environment, log } = watch;
  const running = await unknownVersions(watch);
  // A version that is tried again later has another half hour to pass.
  const titles = new Set(running.map(({ part, version }) => `${part}@${version}`));
  for (const title of since.keys()) if (!titles.has(title)) since.delete(title);
  if (running.length === 0) return;
  const health = await watch.health(minutes);
  const of = (part: string, version: string | undefined): VersionHealth | undefined =>
    health.find((one) => one.remote === part && one.version === version);
  for (const { part, version, stable } of running) {
    const title = `${part}@${version}`;
    const known = of(part, version);
    if (!known || !enough(known) || burned(known, of(part, stable))) {
      since.delete(title);
      continue;
    }
    const startedAt = since.get(title) ?? now;
    since.set(title, startedAt);
    if (now - startedAt < longEnough || slowed(await watch.vitals(part), version, stable)) continue;
    const why = `${known.browsers} browsers in a day, ${known.troubled} of them with problems.`;
    await registry.declareGood(environment, part, version, { by: 'reports', why });
    log(`${environment}: ${title} runs well. ${why}`);
    const pin = pinOf(await registry.read(environment), part);
    // A version that was pinned before and is on trial again may be the one that others fall back to.
    if (pin && versionsBefore(pin).includes(version))
      await watch.pinned(await registry.change(environment, 'good', (same) => same));
  }
};

import { burned, enough, type VersionHealth } from './budget.ts';
import { canaryOf, type Environment, partNames, pinOf, versionsBefore } from './environment.ts';
import type { Registry } from './registry.ts';
import type { WorkspaceVersions } from './release-set.ts';
import { slowed } from './vital-budget.ts';
import type { VitalCounts } from './vitals.ts';

/** What versions of an environment are judged by. */
export interface Judging {
  readonly registry: Registry;
  readonly environment: string;
  /** Versions that stand for `workspace` pins. */
  readonly built: () => WorkspaceVersions;
  /** How versions fared in the last half hour, or in so many `minutes`. */
  readonly health: (minutes?: number) => Promise<readonly VersionHealth[]>;
  /** What pages took of a remote in the last day, by hour and group of networks. */
  readonly vitals: (remote: string) => Promise<readonly VitalCounts[]>;
  /** Told of the changed environment. */
  readonly pinned: (environment: Environment) => unknown;
  readonly say: (line: string) => void;
}

/** Milliseconds that a version has to run without a burned budget: as long as reports of trouble count. */
const longEnough = 30 * 60_000;
/** The service counts reports of a day. */
const minutes = 24 * 60;

interface Running {
  readonly part: string;
  readonly version: string;
  /** What it is compared with: what the others get, else what was before. */
  readonly stable: string | undefined;
}

/** Versions that browsers get now and that nobody knows to be good yet. */
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
 * Looks once which versions run well, and records it: enough browsers reported, no budget of errors or of time is burned,
 * and it was so each time for half an hour. `since`: from when on, by version; whoever begins anew begins that anew, too.
 */
export const judgeOnce = async (watch: Judging, since: Map<string, number>, now = Date.now()): Promise<void> => {
  const { registry, environment, say } = watch;
  const running = await unknownVersions(watch);
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
    const began = since.get(title) ?? now;
    since.set(title, began);
    if (now - began < longEnough || slowed(await watch.vitals(part), version, stable)) continue;
    const why = `${known.browsers} browsers in a day, ${known.troubled} of them in trouble.`;
    await registry.declareGood(environment, part, version, { by: 'reports', why });
    say(`${environment}: ${title} runs well. ${why}`);
    const pin = pinOf(await registry.read(environment), part);
    // What was pinned before and is tried again may be what others fall back to.
    if (pin && versionsBefore(pin).includes(version))
      await watch.pinned(await registry.change(environment, 'good', (same) => same));
  }
};

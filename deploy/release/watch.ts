import { burned } from './budget.ts';
import { byItself } from './ended-unserved.ts';
import { canaryOf, type Environment, rolledBack } from './environment.ts';
import { judgeOnce, type Judging } from './ran-well.ts';
import { slowed, timesText } from './vital-budget.ts';
import type { VitalCounts } from './vitals.ts';

export interface Watch extends Judging {
  /** Throws a sentence if a changed environment could not be signed. */
  readonly checkSigning?: ((environment: string) => Promise<void>) | undefined;
  /** Whether canaries have ended that are still served; undefined if that cannot be told. */
  readonly endedUnserved?: () => Promise<boolean | undefined>;
  /** Renews the signature of what is served, unless it is older than `least`. Gives its number. */
  readonly renew?: ((environment: string, least: number) => Promise<number | undefined>) | undefined;
  /** Receives the page timings of a canary each time it is checked. */
  readonly times?: ((canary: string, text: string) => void) | undefined;
}

/**
 * Checks once, and ends each canary of an environment that has exceeded its budget of errors or of time. Gives the
 * remotes whose canary ended.
 */
export const watchOnce = async (watch: Watch): Promise<string[]> => {
  const { registry, environment, built, pinned, log } = watch;
  const { remotes } = await registry.read(environment);
  const canaries = Object.entries(remotes).flatMap(([name, pin]) => {
    const { version: canary, percent } = canaryOf(pin) ?? {};
    const stable = pin.version === 'workspace' ? built()[name] : pin.version;
    if (canary === undefined) return [];
    return [{ name, canary, stable: stable === canary ? undefined : stable, forGroup: percent === 0 }];
  });
  if (canaries.length === 0) return [];
  const health = await watch.health();
  const of = (remote: string, version: string | undefined) =>
    health.find((one) => one.remote === remote && one.version === version);
  const ended: string[] = [];
  const end = async (name: string, canary: string, why: string) => {
    await watch.checkSigning?.(environment);
    const isStill = (now: Environment) => canaryOf(now.remotes[name])?.version === canary;
    const after = await registry.change(
      environment,
      byItself,
      (now) => (isStill(now) ? rolledBack(now, name) : now),
      why,
    );
    await pinned(after);
    ended.push(name);
    log(`${environment}: the canary ${name}@${canary} was rolled back. ${why}`);
  };
  for (const { name, canary, stable, forGroup } of canaries) {
    const known = of(name, canary);
    const why = known && burned(known, of(name, stable), forGroup);
    if (why) await end(name, canary, why);
  }
  // Errors first, so that a failing version is taken back even if load times are not available.
  for (const { name, canary, stable } of canaries) {
    if (ended.includes(name)) continue;
    const counted = await watch.vitals(name);
    const why = slowed(counted, canary, stable);
    const text = timesText(counted, canary, stable);
    if (text) watch.times?.(`${name}@${canary}`, text);
    if (why) await end(name, canary, why);
  }
  return ended;
};

const minuteMs = 60_000;

/** Runs `work` once a minute, however often it is called. A failure is reported once, until it works again. */
const everyMinute = (work: () => Promise<void>, report: (problem: string) => void) => {
  let reported = '';
  let again = 0;
  return async () => {
    if (Date.now() < again) return;
    again = Date.now() + minuteMs;
    try {
      await work();
      reported = '';
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== reported) report(problem);
      reported = problem;
    }
  };
};

/** Renews what is served, except for a set that is older than one seen here. */
const startRenewal = ({ renew, environment, log }: Watch) => {
  let least = 0;
  return everyMinute(
    async () => {
      least = Math.max(least, (await renew?.(environment, least)) ?? 0);
    },
    (problem) => log(`The release set is not renewed: ${problem}`),
  );
};

/** Checks which versions run well. */
const startJudging = (watch: Watch) => {
  const since = new Map<string, number>();
  return everyMinute(
    () => judgeOnce(watch, since),
    (problem) => watch.log(`Versions are not checked for how well they run: ${problem}`),
  );
};

/** The largest part of the time of the watch and the service that page timings of canaries may take. */
const shareOfTime = 1 / 20;

/**
 * Fetches page timings only after enough time has passed relative to how long the last fetch took, and repeats the last
 * result until then.
 */
const rarely = (vitals: Watch['vitals']): Watch['vitals'] => {
  const last = new Map<string, { readonly until: number; readonly all: readonly VitalCounts[] }>();
  return async (remote) => {
    const known = last.get(remote);
    const startedAt = performance.now();
    if (known && startedAt < known.until) return known.all;
    const all = await vitals(remote);
    const ended = performance.now();
    last.set(remote, { until: ended + (ended - startedAt) / shareOfTime, all });
    return all;
  };
};

const timesEveryMs = 60 * 60_000;

/** Logs the page timings of each canary once an hour, for whoever decides whether more browsers get it. */
const startTimes = ({ environment, log }: Watch) => {
  const lastLogged = new Map<string, number>();
  return (canary: string, text: string) => {
    if (Date.now() < (lastLogged.get(canary) ?? 0) + timesEveryMs) return;
    lastLogged.set(canary, Date.now());
    log(`${environment}: page timings of the canary ${canary}: ${text}.`);
  };
};

/** Changes pins once, and serves them as often as it takes: a canary that is no longer pinned must not stay served. */
const startServing = ({ registry, environment, endedUnserved, ...watch }: Watch) => {
  /** Whether something that was changed is not served; undefined if that is not known. */
  let isLeft: boolean | undefined;
  const pinned: Watch['pinned'] = async (after) => {
    isLeft = true;
    await watch.pinned(after);
    isLeft = false;
  };
  /** Serves what an earlier poll changed without serving it, or a watch that was stopped. */
  const again = async () => {
    isLeft ??= await endedUnserved?.();
    if (!isLeft) return;
    await pinned(await registry.read(environment));
    watch.log(`${environment}: what was changed before is served now.`);
  };
  /** After a failed poll. A change that failed may have written the pins, and only not the history. */
  const doubt = () => {
    if (!isLeft) isLeft = undefined;
  };
  return { pinned, again, doubt };
};

/** Polls every `ms` until the returned function is called. A failing poll is reported once, until one works again. */
export const startWatch = (given: Watch, ms: number): (() => void) => {
  let failing = false;
  const serving = startServing(given);
  const watch = { ...given, pinned: serving.pinned };
  const renew = startRenewal(watch);
  const times = startTimes(watch);
  const vitals = rarely(watch.vitals);
  const judge = startJudging({ ...watch, vitals });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const poll = async () => {
    await renew();
    try {
      await serving.again();
      await watchOnce({ ...watch, vitals, times });
      failing = false;
    } catch (error) {
      if (!failing) watch.log(`Canaries are not watched: ${error instanceof Error ? error.message : String(error)}`);
      failing = true;
      serving.doubt();
    }
    await judge();
    if (!stopped) timer = setTimeout(() => void poll(), ms);
  };
  timer = setTimeout(() => void poll(), ms);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};

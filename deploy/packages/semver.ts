import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KernelParts } from '../build/kernel-parts.ts';

/** The kind of step from one version to another. */
export type Step = 'none' | 'patch' | 'minor' | 'major';
const steps: readonly Step[] = ['none', 'patch', 'minor', 'major'];

const partsOf = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number);

/** Before 1.0.0 a minor step may break, as in ranges with `^`. */
const breaking = (version: string): Step => (partsOf(version)[0] === 0 ? 'minor' : 'major');
const adding = (version: string): Step => (partsOf(version)[0] === 0 ? 'patch' : 'minor');

const stepBetween = (before: string, after: string): Step => {
  const [was, is] = [partsOf(before), partsOf(after)];
  const changed = is.findIndex((part, index) => part !== was[index]);
  return changed === -1 ? 'none' : ((['major', 'minor', 'patch'] as const)[changed] ?? 'none');
};
const larger = (one: Step, other: Step): Step => (steps.indexOf(one) > steps.indexOf(other) ? one : other);

/** The largest step that the changesets of a workspace announce for a package. */
export const announced = (workspace: string, name: string): Step =>
  globSync('.changeset/*.md', { cwd: workspace })
    .map((file) => readFileSync(join(workspace, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^['"](.+)['"]: (patch|minor|major)$/gm)])
    .filter(([, of]) => of === name)
    .reduce<Step>((so, [, , step]) => larger(so, steps.find((one) => one === step) ?? 'none'), 'none');

const missing = (of: KernelParts, from: KernelParts) =>
  Object.entries(of.modules).flatMap(([module, names]) =>
    names.filter((name) => !from.modules[module]?.includes(name)).map((name) => ({ module, name })),
  );

const removalProblem = (recorded: KernelParts, { module, name }: { module: string; name: string }, today: string) => {
  const known = recorded.deprecated[`${module}.${name}`];
  const title = `${name} of @atrium/kernel/${module}`;
  if (!known)
    return [`${title} was removed: deprecate it first with \`@deprecated until <day>: use …\`, and release that.`];
  return known.until >= today ? [`${title} must stay until ${known.until}: restore it.`] : [];
};

/**
 * Why the kernel's sources cannot follow the recorded version, a sentence each. `step` is what changesets announce;
 * `today` has the form 2030-01-31; `changed` are exports that cannot be used as before, such as `ui/button.Button`.
 */
export const partsProblems = (
  recorded: KernelParts,
  now: KernelParts,
  step: Step,
  today: string,
  changed: readonly string[] = [],
): string[] => {
  const removed = missing(recorded, now);
  const added = missing(now, recorded);
  const whole = larger(step, stepBetween(recorded.version, now.version));
  const isEnough = (wanted: Step) => steps.indexOf(whole) >= steps.indexOf(wanted);
  const earlier = Object.entries(recorded.deprecated).filter(
    ([name, { until }]) => (now.deprecated[name]?.until ?? until) < until,
  );
  const first = ({ module, name }: { module: string; name: string }) => `${name} of @atrium/kernel/${module}`;
  return [
    ...removed.flatMap((one) => removalProblem(recorded, one, today)),
    ...earlier.map(([name, { until }]) => `${name} was promised until ${until}: an earlier day is not allowed.`),
    ...(removed[0] && !isEnough(breaking(recorded.version))
      ? [
          `${first(removed[0])} was removed: that is a ${breaking(recorded.version)} change of @atrium/shared-kernel (\`pnpm changeset\`).`,
        ]
      : []),
    ...(isEnough(breaking(recorded.version)) ? [] : changed).map(
      (name) =>
        `${name} cannot be used as in ${recorded.version}: keep its type, or that is a ${breaking(recorded.version)} change of @atrium/shared-kernel (\`pnpm changeset\`).`,
    ),
    ...(added[0] && !isEnough(adding(recorded.version))
      ? [
          `${first(added[0])} is new: that is a ${adding(recorded.version)} change of @atrium/shared-kernel (\`pnpm changeset\`).`,
        ]
      : []),
  ];
};

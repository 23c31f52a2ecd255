import { partNames } from '../environment.ts';
import { isPreviewVersion } from '../preview.ts';
import { withGoodPrevious } from '../previous.ts';
import { change } from './change.ts';
import { type Command, parseNamed, refused, required, UsageError } from './command.ts';

export const good: Command = {
  args: '<env> <remote>@<version> [why ...]',
  does: 'mark a version as good: rollbacks and fallbacks of pages use such versions',
  async run(context, [env, given, ...words]) {
    const { registry, store } = context;
    const environment = required(env, 'The environment');
    const { name, version } = parseNamed(required(given, 'The version'));
    const why = words.join(' ');
    if (!partNames(await registry.read(environment)).includes(name))
      throw new UsageError(`${environment} pins no ${name}.`);
    store.read(name, version);
    if (isPreviewVersion(version)) return refused([`${name}@${version} is a preview version and cannot be deployed.`]);
    const withdrawn = await registry.withdrawn(name, version);
    if (withdrawn) return refused([`${name}@${version} was withdrawn: ${withdrawn.why}`], { reason: 'withdrawn' });
    const reason = why ? { why } : {};
    await registry.declareGood(environment, name, version, reason);
    await registry.note(environment, { part: name, how: 'good', to: version }, why || undefined);
    const { lines, ...result } = await change(context, {
      environment,
      how: 'good',
      make: (now) => withGoodPrevious(registry, now),
      forced: true,
      ...reason,
    });
    return { ...result, lines: [`${environment}: ${name}@${version} is good.`, ...lines] };
  },
};

import { pinnedSet } from '../release-set.ts';
import { graphDot, graphLines, graphMermaid, linksOf, usesGraph } from '../uses-graph.ts';
import { type Command, done, required, UsageError } from './command.ts';

const forms = { '--dot': graphDot, '--mermaid': graphMermaid } as const;
const isForm = (text: string): text is keyof typeof forms => text in forms;

export const graph: Command = {
  args: '<env> [--dot|--mermaid]',
  does: 'show which pinned releases use which events, dialogs, slots and calls',
  async run({ registry, store, built }, args) {
    const [env, ...others] = args.filter((one) => !one.startsWith('--'));
    const given = args.filter((one) => one.startsWith('--'));
    const [form = '--lines'] = given;
    if (others.length > 0 || given.length > 1 || (given.length === 1 && !isForm(form)))
      throw new UsageError(`${[...others, ...given].join(' ')} is not a known option.`);
    const environment = await registry.read(required(env, 'The environment'));
    const { shell, service, remotes } = pinnedSet(environment, store, built(environment.environment));
    const found = usesGraph([shell, ...remotes], service.version);
    const lines = isForm(form) ? forms[form](found) : graphLines(found);
    return done(lines, { environment: environment.environment, parts: found.parts, links: linksOf(found) });
  },
};

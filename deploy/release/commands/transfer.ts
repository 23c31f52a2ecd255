import { claimKey, kinds } from '../ownership.ts';
import { change } from './change.ts';
import { type Command, required, UsageError } from './command.ts';

export const transfer: Command = {
  args: '<env> <kind> <name> <remote>',
  does: `transfer ownership of a ${kinds.join(', ')} to another remote`,
  async run(context, [env, given, name, remote]) {
    const environment = required(env, 'The environment');
    const kind = kinds.find((one) => one === required(given, 'The kind'));
    if (!kind) throw new UsageError(`${given} is not one of ${kinds.join(', ')}.`);
    const owner = required(remote, 'The remote');
    if (!/^mf-[\w-]+$/.test(owner)) throw new UsageError(`${owner} is not a remote.`);
    const claim = claimKey({ kind, name: required(name, 'The name') });
    return change(context, {
      environment,
      how: 'transfer',
      make: (now) => ({ ...now, owners: { ...now.owners, [claim]: owner } }),
      forced: true,
    });
  },
};

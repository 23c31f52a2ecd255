import { withDisabled, withoutRemote } from '../environment.ts';
import { change } from './change.ts';
import { type Command, required } from './command.ts';

const switching = (how: 'disable' | 'enable', does: string): Command => ({
  args: '<env> <remote> [why ...]',
  does,
  async run(context, [env, given, ...why]) {
    const remote = required(given, 'The remote');
    return change(context, {
      environment: required(env, 'The environment'),
      how,
      make: (now) => withDisabled(now, remote, how === 'disable'),
      // Other problems must not delay either of the two.
      forced: true,
      ...(why.length > 0 ? { why: why.join(' ') } : {}),
    });
  },
});

export const disable = switching(
  'disable',
  'give a remote to no browser: its slots, pages and dialogs show what its contract says, and stay its own',
);
export const enable = switching('enable', 'give a disabled remote to browsers again, as it is pinned');

export const remove: Command = {
  args: '<env> <remote> [why ...]',
  does: 'take a remote out, with its pin and what belonged to it, where nothing that stays needs it',
  async run(context, [env, given, ...why]) {
    const remote = required(given, 'The remote');
    return change(context, {
      environment: required(env, 'The environment'),
      how: 'remove',
      make: (now) => withoutRemote(now, remote),
      ...(why.length > 0 ? { why: why.join(' ') } : {}),
    });
  },
};

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
  'disable a remote in all browsers: its slots, pages and dialogs show what its contract declares, and stay reserved for it',
);
export const enable = switching('enable', 'enable a disabled remote again, as it is pinned');

export const remove: Command = {
  args: '<env> <remote> [why ...]',
  does: 'remove a remote with its pin and everything that it owns, if no other remote needs it',
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

import { chatsTries } from './chats-tries.ts';
import { peopleTries } from './people-tries.ts';
import type { Tries } from './prepare.ts';
import { teamsTries } from './teams-tries.ts';

/** What the calls of the authorization matrix leave out: other people, other states, other inputs. */
export const tries: Tries = { ...peopleTries, ...chatsTries, ...teamsTries };

import type * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { Implementation } from './implement.ts';

type Owned<Calls> = Extract<Calls[keyof Calls], CallDef>;
/** Every call that a contract declares. */
type Call = { [Owner in keyof typeof calls]: Owned<(typeof calls)[Owner]> }[keyof typeof calls];
/** One handler per call, by name: a call without a handler does not compile. */
export type Registry = { readonly [C in Call as C['name']]: Implementation<C> };

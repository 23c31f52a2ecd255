import { createContext, useContext } from 'react';
import type { CallDef, DialogDef, EventDef, Infer, RemoteContract } from '../contracts/define.ts';
import { checkedAs } from '../contracts/schema.ts';
import type { Bus, Client, Dialogs, Host } from './host.ts';
import type { Scope } from './scope.ts';

/** The host as a remote's components see it: narrowed to its contract, and bound to this mount. */
export interface RemoteView<C extends RemoteContract> extends Omit<Host, 'bus' | 'client' | 'dialogs'> {
  readonly bus: Bus<C['emits'][number], C['handles'][number]>;
  readonly client: Client<C['calls'][number]>;
  readonly dialogs: Dialogs<C['opens'][number]>;
  readonly scope: Scope;
  /** Props of the dialog that shows this module, unchecked: see `useDialogInput`. */
  readonly input: unknown;
  /** The environment's configuration of the remote, unchecked: see `createConfiguration`. */
  readonly configuration?: unknown;
  /** Closes the dialog that shows this module. */
  readonly close: (result?: unknown) => void;
}

export const RemoteContext = createContext<RemoteView<RemoteContract> | undefined>(undefined);

const declared = (list: readonly { name: string }[], item: { name: string }, what: string) => {
  if (!list.some((known) => known.name === item.name))
    throw new Error(`The contract does not declare the ${what} ${item.name}.`);
};

/** Adds the calling remote to a failed call, because the stack of an uncaught one names only the shell. */
const calledBy =
  (caller: string) =>
  (error: unknown): never => {
    if (error instanceof Error && error.name === 'CallError') Object.assign(error, { caller });
    throw error;
  };

/** Narrows the host to a contract. Using what the contract does not declare throws, even if the types allow it. */
export const viewOf = <C extends RemoteContract>(
  contract: C,
  host: Host,
  mount: Pick<RemoteView<C>, 'scope' | 'input' | 'close' | 'configuration'>,
): RemoteView<C> => {
  const allowCall = (call: CallDef) => declared(contract.calls, call, 'call');
  const allowEvent = (list: readonly EventDef[], event: EventDef) => declared(list, event, 'event');
  return {
    ...host,
    ...mount,
    bus: {
      emit(event, payload) {
        allowEvent(contract.emits, event);
        host.bus.emit(event, payload);
      },
      on(event) {
        allowEvent(contract.handles, event);
        return host.bus.on(event).pipe(mount.scope.until());
      },
    },
    client: {
      call(call, input, options) {
        allowCall(call);
        return host.client.call(call, input, options).catch(calledBy(contract.name));
      },
      stream(call, input, options) {
        allowCall(call);
        return host.client.stream(call, input, options);
      },
      upload: (url, file, options) => host.client.upload(url, file, options),
    },
    dialogs: {
      open(dialog: DialogDef, props: never) {
        declared(contract.opens, dialog, 'dialog');
        return host.dialogs.open(dialog, props);
      },
      confirm: (props) => host.dialogs.confirm(props),
    },
  };
};

export const useRemoteView = (): RemoteView<RemoteContract> => {
  const view = useContext(RemoteContext);
  if (!view) throw new Error('This component is not mounted by a remote.');
  return view;
};

/** The props of the dialog that shows this module, checked against its contract. Throws if they break it. */
export const useDialogInput = <D extends DialogDef>(dialog: D): Infer<D['props']> => {
  const { input } = useRemoteView();
  const props = checkedAs<D['props']>(dialog.props, input);
  if (!props.success) throw props.error;
  return props.data;
};

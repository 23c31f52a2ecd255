import type { DialogDef, ModalSize } from '@atrium/shared-kernel/contracts/define';
import * as shellDialogs from '../../dialogs.ts';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { Behavior, Dialogs, KeyValue } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';
import type { DialogEntry, Directory } from '../remotes/directory.ts';
import type { OwnedNavigation } from '../router/navigation.ts';

export type ConfirmProps = Parameters<Dialogs['confirm']>[0];

interface Frame {
  /** The query parameter of this dialog while it is open. */
  readonly key: string;
  readonly title: string;
  readonly size: ModalSize;
}
export type OpenModal = Frame &
  (
    | { readonly kind: 'remote'; readonly entry: DialogEntry; readonly input: unknown }
    | { readonly kind: 'confirm'; readonly props: ConfirmProps }
  );

export interface Modals extends Dialogs {
  /** Open dialogs, the topmost last. */
  readonly stack$: Behavior<readonly OpenModal[]>;
  readonly close: (key: string, result?: unknown) => void;
  /** Opens a dialog of the release set by its name. Only its supplier knows which `props` are valid. */
  readonly openByName: (name: string, props?: object) => Promise<unknown>;
}

interface StackItem {
  modal: OpenModal;
  entry?: string;
  /** A browser goes back some time after it is asked to. */
  closing?: true;
  result?: unknown;
  resolve: (result: unknown) => void;
}

interface Ports {
  readonly navigation: OwnedNavigation;
  readonly directory: Directory;
  readonly session: KeyValue;
  /** Called for a dialog that no remote of the release set supplies. Its opener gets undefined, as from a closed one. */
  readonly onMissing: (dialog: string) => void;
  readonly random?: () => number;
}

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789';

const storageKey = 'modals';
/** Three characters make 46,656 keys, far more than a history holds. */
const maxKeys = 100;

/** Parameters of all dialogs that this tab has opened: the history still contains their addresses. */
const usedKeys = (session: KeyValue): string[] => (session.get(storageKey) ?? '').split(',').filter(Boolean);

/** Removes the parameters of dialogs that a reload has closed from the address. */
export const dropStaleModals = (url: URL, session: KeyValue, replace: (address: string) => void): void => {
  const stale = usedKeys(session).filter((key) => url.searchParams.has(key));
  if (stale.length === 0) return;
  for (const key of stale) url.searchParams.delete(key);
  replace(url.href);
};

/** Makes the query parameters of dialogs, none of which this tab has had before. */
const createKeys = ({
  navigation,
  session,
  random,
}: Pick<Ports, 'navigation' | 'session'> & { random: () => number }) => {
  const used = usedKeys(session);
  const newKey = (): string => {
    const inAddress = new URLSearchParams(navigation.location$.value.search);
    const key = Array.from({ length: 3 }, () => characters[Math.floor(random() * characters.length)]).join('');
    if (inAddress.has(key) || used.includes(key)) return newKey();
    used.push(key);
    session.set(storageKey, used.slice(-maxKeys).join(','));
    return key;
  };
  return { used, newKey };
};

/**
 * Wraps an action to remember whether it was done. An action that signs the person out closes the dialog before it has
 * ended, so its outcome becomes the answer.
 */
const trackOutcome = (act: ConfirmProps['action']) => {
  let outcome = Promise.resolve(false);
  const action = async () => {
    const done = (async () => act?.())();
    outcome = done.then(
      () => true,
      () => false,
    );
    await done;
  };
  return { action, outcome: () => outcome };
};

/**
 * The stack of dialogs (A1.15, A4.23). Each pushes a history entry with a random three-character query parameter, so
 * that the back button closes it. A dialog is open exactly as long as its parameter is in the address, and no address
 * has the parameter of a closed one.
 */
export const createModals = ({ navigation, directory, session, onMissing, random = Math.random }: Ports): Modals => {
  const items: StackItem[] = [];
  const stack$ = new BehaviorSubject<readonly OpenModal[]>([]);
  const { used, newKey } = createKeys({ navigation, session, random });
  const publish = () => stack$.next(items.map(({ modal }) => modal));

  const settle = (gone: readonly StackItem[]) => {
    for (const one of gone) items.splice(items.indexOf(one), 1);
    publish();
    for (const one of gone) one.resolve(one.result);
  };

  navigation.location$.subscribe(({ search }) => {
    const query = new URLSearchParams(search);
    const gone = items.filter(({ modal, entry }) => entry !== undefined && !query.has(modal.key));
    for (const one of items) if (query.has(one.modal.key)) one.entry ??= navigation.entry();
    if (gone.length > 0) settle(gone);
    // Forward can lead to the address of a closed dialog. There is nothing to show, so the parameter is removed.
    const closed = used.filter((key) => query.has(key) && !items.some(({ modal }) => modal.key === key));
    if (closed.length > 0)
      navigation.setQuery(Object.fromEntries(closed.map((key) => [key, undefined])), { replace: true });
  });

  const push = (make: (key: string) => OpenModal) =>
    new Promise<unknown>((resolve) => {
      const key = newKey();
      items.push({ modal: make(key), resolve });
      publish();
      navigation.setQuery({ [key]: '' });
    });

  const openWith = async (name: string, inputOf: () => unknown) => {
    const entry = directory.dialog(name);
    if (!entry) {
      onMissing(name);
      return undefined;
    }
    const input = inputOf();
    return push((key) => ({ kind: 'remote', key, title: entry.title, size: entry.size, entry, input }));
  };

  return {
    stack$,
    open: (dialog: DialogDef, props: unknown) => openWith(dialog.name, () => schemaFor(dialog.props).parse(props)),
    openByName: (name, props = {}) => openWith(name, () => props),
    async confirm(props) {
      const { size } = shellDialogs.confirm;
      const { action, outcome } = trackOutcome(props.action);
      const tracked = { ...props, action };
      const result = await push((key) => ({ kind: 'confirm', key, title: props.title, size, props: tracked }));
      return result === true || outcome();
    },
    close(key, result) {
      const one = items.find(({ modal, closing }) => modal.key === key && !closing);
      if (!one) return;
      one.closing = true;
      one.result = result;
      // Its entry may only be made after a step back, such as that of the dialog above it.
      navigation.afterBack(() => {
        if (one.entry === navigation.entry()) navigation.back();
        else navigation.setQuery({ [key]: undefined }, { replace: true });
      });
    },
  };
};

import { chatsAtOnce, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { exportChats } from '#contracts/dialogs/chat';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { Button, IconButton, type IconButtonProps } from '@atrium/shared-kernel/ui/button';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import Archive from 'lucide-react/icons/archive';
import Download from 'lucide-react/icons/download';
import FolderInput from 'lucide-react/icons/folder-input';
import Trash from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useHost } from '../remote.ts';
import type { ChatGroup } from './chat-groups.ts';
import type { ChatListModel } from './chat-list.model.ts';
import { archiveChats } from './archive-chats.ts';
import { deleteChats } from './delete-chats.ts';
import { moveChats } from './move-chats.ts';
import { titleOf } from './open-chat.ts';
import styles from './pick-chats.module.css';

/** The selected chats, and the one from which a range with Shift starts. */
interface Picks {
  readonly ids: ReadonlySet<string>;
  readonly anchor?: string | undefined;
}

const picksOf = (first: string | undefined): Picks => ({ ids: new Set(first ? [first] : []), anchor: first });

/** Selects or deselects one chat. */
const toggled = ({ ids }: Picks, id: string): Picks => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
};

/** Adds all from the anchor to `id`, in the order of the list, both included. */
const extended = (picks: Picks, id: string, order: readonly string[]): Picks => {
  const [from, to] = [order.indexOf(picks.anchor ?? id), order.indexOf(id)];
  if (from === -1) return toggled(picks, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...picks.ids, ...range]), anchor: picks.anchor ?? id };
};

/** The selected chats that are still in the list, which may have changed in the meantime. */
const stillListed = ({ ids }: Picks, order: readonly string[]): readonly string[] => order.filter((id) => ids.has(id));

interface Props {
  /** All loaded chats in the order in which they are shown. */
  groups: readonly ChatGroup[];
  /** The chat that the selection starts with. */
  first: string | undefined;
  list: ChatListModel;
  /** Renders the rows of the list, each with the given function. */
  rows: (row: (chat: Chat) => ReactNode) => ReactNode;
  onDone: () => void;
}

interface BarProps {
  count: number;
  all: boolean;
  onAll: () => void;
  actions: readonly Omit<IconButtonProps, 'size' | 'disabled'>[];
  onDone: () => void;
}

const PickBar = ({ count, all, onAll, actions, onDone }: BarProps) => (
  <div role="toolbar" aria-label="Selected chats" className={styles.bar}>
    <IconButton size="s" label="Stop selecting" title="Stop selecting" icon={<X />} onClick={onDone} />
    <p role="status" className={styles.count}>
      {count} selected
    </p>
    <Button size="s" variant="ghost" disabled={all} onClick={onAll}>
      Select all
    </Button>
    <span className={styles.actions}>
      {actions.map((action) => (
        <IconButton key={action.label} size="s" disabled={count === 0} {...action} />
      ))}
    </span>
  </div>
);

interface Chosen extends Pick<Props, 'list' | 'onDone'> {
  readonly chats: readonly Chat[];
  readonly picked: readonly string[];
}

/** The actions for the selected chats. */
const usePickActions = ({ list, chats, picked, onDone }: Chosen) => {
  const view = useHost();
  const withPicked = (act: (chosen: readonly Chat[]) => Promise<void>) => () => {
    const ids = new Set(picked);
    if (ids.size > 0) void act(chats.filter(({ _id }) => ids.has(_id)));
  };
  /** Ends the selection, because its chats leave the list. */
  const removingPicked = (act: typeof deleteChats) =>
    withPicked((chosen) => {
      onDone();
      return act(view, list, chosen);
    });
  const remove = removingPicked(deleteChats);
  const exportPicked = async (chosen: readonly Chat[]) => {
    if (chosen.length <= chatsAtOnce)
      return void (await view.dialogs.open(exportChats, { chatIds: chosen.map(({ _id }) => _id) }));
    const message = `Select up to ${chatsAtOnce} chats to export, or download all your data.`;
    view.alerts.show({ type: 'error', time: toastTimes.long, message });
  };
  const actions = [
    {
      label: 'Move selected chats to a collection',
      title: 'Move to collection',
      icon: <FolderInput />,
      onClick: withPicked((chosen) => moveChats(view, list, chosen)),
    },
    { label: 'Export selected chats', title: 'Export', icon: <Download />, onClick: withPicked(exportPicked) },
    {
      label: 'Archive selected chats',
      title: 'Archive',
      icon: <Archive />,
      onClick: removingPicked(archiveChats),
    },
    {
      label: 'Delete selected chats',
      title: 'Delete',
      icon: <Trash />,
      variant: 'danger',
      onClick: remove,
    },
  ] as const;
  return { remove, actions };
};

/** The checkboxes of the rows in view, in order. */
const boxesIn = (element: HTMLElement) => [...element.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];

/** The element around the checkboxes. The one with which the selection started has the focus at first. */
const useFocusOnBox = (first: string | undefined) => {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = area.current?.querySelector<HTMLInputElement>(first ? `input[data-pick="${first}"]` : 'input');
    // The row is in view, because its menu was open. The scroll position of a long list is known only after this.
    box?.focus({ preventScroll: true });
  }, [first]);
  return area;
};

/** Which chat or range each click selects or deselects. */
const usePicks = (first: string | undefined, order: readonly string[]) => {
  const [picks, setPicks] = useState<Picks>(() => picksOf(first));
  /** A click with Shift has added a range, and its checkbox is about to report a change, too. */
  const ranged = useRef(false);
  const extend = (id: string) => setPicks((old) => extended(old, id, order));
  return {
    picks,
    extend,
    pickAll: () => setPicks({ ids: new Set(order) }),
    click: (id: string) => (event: MouseEvent) => {
      if (!event.shiftKey) return;
      // A range is added as a whole, so its last checkbox must not be toggled as well.
      if (event.target instanceof HTMLInputElement) ranged.current = true;
      else event.preventDefault();
      extend(id);
    },
    toggle: (id: string) => {
      if (!ranged.current) setPicks((old) => toggled(old, id));
      ranged.current = false;
    },
  };
};

/**
 * The list while several chats are selected, with a checkbox for each. Shift adds a range, by click or with an arrow
 * key. Ctrl or Cmd A selects all loaded chats, Delete deletes, Escape ends the selection.
 */
export const PickChats = ({ groups, first, list, rows, onDone }: Props) => {
  const chats = useMemo(() => groups.flatMap((group) => group.chats), [groups]);
  const area = useFocusOnBox(first);
  const order = useMemo(() => chats.map(({ _id }) => _id), [chats]);
  const { picks, extend, pickAll, click, toggle } = usePicks(first, order);
  const picked = useMemo(() => stillListed(picks, order), [picks, order]);

  const { remove, actions } = usePickActions({ list, chats, picked, onDone });
  const go = (event: KeyboardEvent, by: 1 | -1) => {
    const boxes = area.current ? boxesIn(area.current) : [];
    const at = boxes.findIndex((box) => box === event.target);
    const next = at === -1 ? undefined : boxes[at + by];
    const id = next?.dataset['pick'];
    if (!next || !id) return;
    next.focus();
    if (event.shiftKey) extend(id);
  };
  const press = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else if (mod && event.key.toLowerCase() === 'a') pickAll();
    else if (event.key === 'ArrowDown') go(event, 1);
    else if (event.key === 'ArrowUp') go(event, -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const row = (chat: Chat) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys are the box's own
    <div className={styles.row} data-picked={picks.ids.has(chat._id)} onClick={click(chat._id)}>
      <Checkbox
        className={styles.box}
        data-pick={chat._id}
        label={<bdi className={styles.title}>{titleOf(chat)}</bdi>}
        checked={picks.ids.has(chat._id)}
        onChange={() => toggle(chat._id)}
      />
    </div>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the boxes within
    <div ref={area} onKeyDown={press}>
      <PickBar
        count={picked.length}
        all={picked.length === order.length}
        onAll={pickAll}
        actions={actions}
        onDone={onDone}
      />
      {rows(row)}
    </div>
  );
};

import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import type { Filler } from '@atrium/shared-kernel/remote';
import { fillerIcon } from '@atrium/shared-kernel/slots/icon';
import Archive from 'lucide-react/icons/archive';
import BookMarked from 'lucide-react/icons/book-marked';
import Bot from 'lucide-react/icons/bot';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Database from 'lucide-react/icons/database';
import FolderPlus from 'lucide-react/icons/folder-plus';
import Keyboard from 'lucide-react/icons/keyboard';
import ListChecks from 'lucide-react/icons/list-checks';
import MessageSquare from 'lucide-react/icons/message-square';
import Moon from 'lucide-react/icons/moon';
import Search from 'lucide-react/icons/search';
import SquarePen from 'lucide-react/icons/square-pen';
import Sun from 'lucide-react/icons/sun';
import type { ComponentType, ReactNode } from 'react';
import type { Access } from '../access.ts';
import { titleOf } from '../chat-list/open-chat.ts';
import { CollectionIcon } from '../collections/collection-icon.tsx';
import type { WorkspaceView } from '../remote.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  /** The heading above it: Actions, Chats, Agents, Collections, or one that others bring. */
  readonly group: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

export interface Items {
  readonly chats: readonly Chat[];
  readonly agents: readonly Agent[];
  readonly tags: readonly Tag[];
}

type View = Pick<WorkspaceView, 'bus' | 'dialogs' | 'layout' | 'appearance' | 'client' | 'session' | 'alerts'>;
type Entry = readonly [title: string, icon: ComponentType, run: () => void];

const inGroup = (group: Command['group'], entries: readonly Entry[]): Command[] =>
  entries.map(([title, Icon, run]) => ({ id: `${group} ${title}`, group, title, icon: <Icon />, run }));

/** Changes the theme at once, and for every device of whoever is signed in; back where that fails. */
const switchTheme = async ({ appearance, client, session, alerts }: View): Promise<void> => {
  const before = appearance.theme$.value;
  const theme = before === 'dark' ? 'light' : 'dark';
  appearance.setTheme(theme);
  const user = session.user$.value;
  if (!user) return;
  const saving = client.call(calls.profile.updateUser, { theme });
  session.patch({ theme }, saving);
  try {
    await saving;
  } catch (error) {
    // Another theme may have been chosen meanwhile.
    if (session.user$.value?.theme === theme) session.patch({ theme: user.theme });
    appearance.setTheme(session.user$.value?.theme ?? before);
    const message = messageOf(error, 'Failed to change the theme. Please try again.');
    alerts.show({ type: 'error', time: toastTimes.medium, message });
  }
};

const themeEntry = (view: View): Entry =>
  view.appearance.theme$.value === 'dark'
    ? ['Switch to the light theme', Sun, () => void switchTheme(view)]
    : ['Switch to the dark theme', Moon, () => void switchTheme(view)];

const forEverybody = (view: View): Entry[] => [
  themeEntry(view),
  ['Keyboard shortcuts', Keyboard, () => void view.dialogs.open(dialogs.workspace.shortcuts, {})],
  ['Help', CircleQuestionMark, () => void view.dialogs.open(dialogs.workspace.help, {})],
];

const forSubscribers = ({ bus, dialogs: open }: View): Entry[] => [
  ['New Chat', SquarePen, () => bus.emit(events.workspace.commandGiven, { newChat: true })],
  ['Search chats', Search, () => bus.emit(events.workspace.commandGiven, { search: '' })],
  ['Create agent', Bot, () => void open.open(dialogs.workspace.editAgent, {})],
  ['Create collection', FolderPlus, () => void open.open(dialogs.workspace.editCollection, {})],
];

const forPeople = ({ bus, dialogs: open, layout }: View): Entry[] => [
  ['Select chats', ListChecks, () => bus.emit(events.workspace.commandGiven, { selectChats: true })],
  ['Archive', Archive, () => void open.open(dialogs.workspace.archive, {})],
  ['Show memory', BookMarked, () => layout.setBar('right', true)],
  ['Add a memory', BookMarked, () => void open.open(dialogs.workspace.memory, {})],
  ['Export or import your data', Database, () => void open.open(dialogs.workspace.data, {})],
];

const itemCommands = ({ bus }: View, { chats, agents, tags }: Items): Command[] => {
  const give = (given: Parameters<typeof bus.emit<typeof events.workspace.commandGiven>>[1]) => () =>
    bus.emit(events.workspace.commandGiven, given);
  return [
    ...chats.map((chat) => ({
      id: chat._id,
      title: titleOf(chat),
      group: 'Chats',
      icon: <MessageSquare />,
      run: give({ chatId: chat._id }),
    })),
    ...agents.map((agent) => ({
      id: agent._id,
      title: agent.title,
      group: 'Agents',
      icon: <Bot />,
      run: give({ agent }),
    })),
    ...tags.map((tag) => ({
      id: tag._id,
      title: tag.name,
      group: 'Collections',
      icon: <CollectionIcon icon={tag.icon} color={tag.color} />,
      run: give({ tag }),
    })),
  ];
};

/** Everything that this person can do now; what a command opens is opened while the palette closes. */
export const commandsFor = (view: View, { kind, user }: Access, listed: Items): readonly Command[] => {
  if (!user) return inGroup('Actions', forEverybody(view));
  return [
    ...inGroup('Actions', [
      ...(kind === 'premium' ? forSubscribers(view) : []),
      ...forPeople(view),
      ...forEverybody(view),
    ]),
    ...itemCommands(view, listed),
  ];
};

/**
 * With those of other remotes: before all actions where their order is below zero, else behind them, or below a heading of
 * their own behind everything.
 */
export const withOthers = (
  own: readonly Command[],
  fillers: readonly Filler[],
  follow: (filler: Filler) => void,
): readonly Command[] => {
  const others = (before: boolean) =>
    fillers
      .filter(({ order }) => order < 0 === before)
      .map((filler): Command => {
        const { id, label, icon, group = 'Actions' } = filler;
        return { id, title: label, group, icon: fillerIcon(icon), run: () => follow(filler) };
      });
  const end = own.findLastIndex(({ group }) => group === 'Actions') + 1;
  const behind = Map.groupBy(others(false), ({ group }) => group === 'Actions');
  return [
    ...others(true),
    ...own.slice(0, end),
    ...(behind.get(true) ?? []),
    ...own.slice(end),
    ...(behind.get(false) ?? []),
  ];
};

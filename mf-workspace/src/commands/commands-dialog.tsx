import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import * as slots from '#contracts/slots';
import { useFillers, useFollow } from '@atrium/shared-kernel/slots';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { SearchList } from '@atrium/shared-kernel/ui/search-list/search-list';
import { useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { type Access, useAccess } from '../access.ts';
import { useHost, type WorkspaceView } from '../remote.ts';
import { CommandList } from './command-list.tsx';
import { type Command, commandsFor, type Items, withOthers } from './commands.tsx';
import { fit } from './fuzzy.ts';

const most = 50;

/** The pinned chats, of which pages contain none, and then the newest. */
const fetchChats = async ({ client }: Pick<WorkspaceView, 'client'>, signal: AbortSignal): Promise<readonly Chat[]> => {
  const [pinned, recent] = await Promise.all([
    client.call(calls.chat.listChats, { only: 'pinned' }, { signal }),
    client.call(calls.chat.listChats, {}, { signal }),
  ]);
  const pins = new Set(pinned.chats.map(({ _id }) => _id));
  return [...pinned.chats, ...recent.chats.filter(({ _id }) => !pins.has(_id))];
};

/** What the person has, as far as it is there: the palette waits for nothing. */
const useItems = ({ user }: Access): Items => {
  const { client } = useHost();
  const of = { userId: user?._id ?? '', enabled: user !== undefined };
  const chats = useQuery({
    queryKey: ['recentChats', of.userId],
    enabled: of.enabled,
    queryFn: ({ signal }) => fetchChats({ client }, signal),
  });
  const agents = useQuery({
    queryKey: ['agents', of.userId],
    enabled: of.enabled,
    queryFn: ({ signal }) => client.call(calls.agents.listAgents, {}, { signal }),
  });
  const tags = useQuery({
    queryKey: ['collections', of.userId],
    enabled: of.enabled,
    queryFn: ({ signal }) => client.call(calls.tags.listTags, {}, { signal }),
  });
  return { chats: chats.data ?? [], agents: agents.data?.flows ?? [], tags: tags.data?.tags ?? [] };
};

/** Those that fit what is typed, the best first; in their own order while nothing is typed. */
const fitting = (commands: readonly Command[], typed: string): readonly Command[] => {
  if (typed.trim() === '') return commands;
  return commands
    .map((command) => ({ command, score: fit(command.title, typed) }))
    .filter(({ score }) => score !== undefined)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .slice(0, most)
    .map(({ command }) => command);
};

/** The last resort, offered to whoever can search: what is typed is looked for in all chats. */
const searchCommand = ({ bus }: Pick<WorkspaceView, 'bus'>, typed: string): Command => ({
  id: 'search',
  title: `Search chats for “${typed}”`,
  group: 'Actions',
  icon: <Search />,
  run: () => bus.emit(events.workspace.commandGiven, { search: typed }),
});

/** Everything that can be done, found by its name: the arrow keys choose, Enter does it. */
export const CommandsDialog = () => {
  const view = useHost();
  const access = useAccess();
  const listed = useItems(access);
  const commands = withOthers(commandsFor(view, access, listed), useFillers(slots.workspace.commands), useFollow());
  const [text, setText] = useState('');
  const typed = text.trim();
  const searchable = typed !== '' && access.kind === 'premium';
  const found = [...fitting(commands, typed), ...(searchable ? [searchCommand(view, typed)] : [])];
  const run = (command: Command) => {
    view.close();
    command.run();
  };
  return (
    <DialogBody title="Commands" onClose={() => view.close()}>
      <SearchList
        text={text}
        onTextChange={setText}
        items={found}
        onChoose={run}
        label="Commands"
        listLabel="Commands"
        placeholder="What do you want to do?"
        maxLength={200}
        nouns={['command', 'commands']}
        page={10}
      >
        {(option) => <CommandList commands={found} grouped={typed === ''} option={option} />}
      </SearchList>
    </DialogBody>
  );
};

import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, distinctUntilChanged, map, merge, skip } from 'rxjs';
import type { WorkspaceView } from '../remote.ts';

export interface Selection {
  readonly agentId?: string;
  readonly tagId?: string;
}

export interface SelectionModel {
  readonly selected$: Behavior<Selection>;
  /** Selecting an agent or a collection ends the selection of the other and resets the chat (B4.09). */
  readonly selectAgent: (agent: Agent) => void;
  /** Another agent replaced the selected one, or it was changed. The open chat continues with `agent`. */
  readonly moveAgent: (agent: Agent) => void;
  readonly selectCollection: (tag: Tag) => void;
  /** Selects what the URL names, without navigating. */
  readonly follow: (named: { agent?: Agent | undefined; tag?: Tag | undefined }) => void;
  /** The agent that was deselected, but not by the user's choice. A URL that names it is out of date. */
  readonly cleared: () => string | undefined;
  /** Deselects agent and collection, because a chat was chosen. */
  readonly clear: () => void;
  /** An agent or a collection was deleted. If it was selected, nothing is any more. An open chat stays open. */
  readonly forget: (id: string) => void;
  /** Starts a new chat, without agent and collection. */
  readonly startChat: () => void;
}

/**
 * Owns the two replaying events `workspace.agentSelected` and `workspace.collectionSelected`. The settings and team
 * dialogs clear the agent (B4.10), and so does another team, which has other agents. Another user, or the end of the
 * mount, clears both. The URL names what is selected.
 */
export const createSelectionModel = ({
  bus,
  navigation,
  session,
  scope,
}: Pick<WorkspaceView, 'bus' | 'navigation' | 'session' | 'scope'>): SelectionModel => {
  const selected$ = new BehaviorSubject<Selection>({});

  const select = ({ agent, tag }: { agent?: Agent | undefined; tag?: Tag | undefined }) => {
    const { agentId, tagId } = selected$.value;
    if (!agent && !tag && !agentId && !tagId) return;
    selected$.next({ ...(agent ? { agentId: agent._id } : {}), ...(tag ? { tagId: tag._id } : {}) });
    if (agent || agentId) bus.emit(events.workspace.agentSelected, { agent });
    if (tag || tagId) bus.emit(events.workspace.collectionSelected, { tag });
  };
  let cleared: string | undefined;
  const clearAgent = () => {
    const { agentId, ...rest } = selected$.value;
    if (!agentId) return;
    cleared = agentId;
    selected$.next(rest);
    bus.emit(events.workspace.agentSelected, {});
  };

  /** Emits when this part of the user changes, but not at first. */
  const changesOf = (part: 'activeTeam' | '_id') =>
    session.user$.pipe(
      map((user) => user?.[part]),
      distinctUntilChanged(),
      skip(1),
      scope.until(),
    );
  merge(bus.on(events.billing.settingsOpened), bus.on(events.teams.adminOpened), changesOf('activeTeam')).subscribe(
    clearAgent,
  );
  changesOf('_id').subscribe(() => select({}));
  scope.add(() => select({}));

  return {
    selected$,
    selectAgent(agent) {
      cleared = undefined;
      select({ agent });
      // Not the parameter `agent`, which opens a shared agent.
      navigation.navigate(`/?flow=${agent._id}`);
    },
    moveAgent(agent) {
      const { agentId: replaces, ...rest } = selected$.value;
      if (!replaces) return;
      selected$.next({ ...rest, agentId: agent._id });
      bus.emit(events.workspace.agentSelected, { agent, replaces });
      const named = navigation.location$.value.search.includes(`flow=${replaces}`);
      if (named && replaces !== agent._id) navigation.setQuery({ flow: agent._id }, { replace: true });
    },
    selectCollection(tag) {
      select({ tag });
      navigation.navigate(`/?collection=${tag._id}`);
    },
    follow: select,
    cleared: () => cleared,
    clear: () => select({}),
    forget(id) {
      const { agentId, tagId } = selected$.value;
      if (id !== agentId && id !== tagId) return;
      select({});
      if (navigation.location$.value.search.includes(id))
        navigation.setQuery({ flow: undefined, collection: undefined }, { replace: true });
    },
    startChat() {
      select({});
      bus.emit(events.workspace.newChatRequested, {});
    },
  };
};

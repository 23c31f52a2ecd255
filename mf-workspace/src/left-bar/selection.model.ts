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
  /** Another agent stands for the selected one, or it was changed: whoever has it goes on with `agent`, where they are. */
  readonly moveAgent: (agent: Agent) => void;
  readonly selectCollection: (tag: Tag) => void;
  /** Selects what the address names, where the person is. */
  readonly follow: (named: { agent?: Agent | undefined; tag?: Tag | undefined }) => void;
  /** The agent that something else than a choice deselected: an address that names it is out of date. */
  readonly cleared: () => string | undefined;
  /** A chat was chosen: neither agent nor collection stays. */
  readonly clear: () => void;
  /** An agent or a collection is gone: where it was selected, nothing is. A chat that is open stays open. */
  readonly forget: (id: string) => void;
  /** A new chat, without agent and collection. */
  readonly startChat: () => void;
}

/**
 * Owner of the two replaying events `workspace.agentSelected` and `workspace.collectionSelected`. Settings and team
 * dialogs clear the agent (B4.10), as another team does, whose agents are others; another user, or the end of the mount,
 * clears both. The address names what is selected.
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

  const otherTeam$ = session.user$.pipe(
    map((user) => user?.activeTeam),
    distinctUntilChanged(),
    skip(1),
    scope.until(),
  );
  merge(bus.on(events.billing.settingsOpened), bus.on(events.teams.adminOpened), otherTeam$).subscribe(clearAgent);
  const otherUser$ = session.user$.pipe(
    map((user) => user?._id),
    distinctUntilChanged(),
    skip(1),
  );
  otherUser$.pipe(scope.until()).subscribe(() => select({}));
  scope.add(() => select({}));

  return {
    selected$,
    selectAgent(agent) {
      cleared = undefined;
      select({ agent });
      // Not `agent`, which opens what somebody shared.
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

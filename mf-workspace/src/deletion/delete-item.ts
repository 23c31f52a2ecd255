import { confirmAction, outdatedReason, outdatedBy } from '@atrium/shared-kernel/conflict/question';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import type { QueryClient } from '@tanstack/react-query';
import type { WorkspaceView } from '../remote.ts';

/** Deletes an agent after a confirmation. The dialog stays open if the service refuses. */
export const deleteAgent = async (
  view: WorkspaceView,
  queries: QueryClient,
  agent: Agent,
  onDeleted: (agentId: string) => void,
): Promise<void> => {
  const { _id: agentId, title, revision: basedOn } = agent;
  const answer = await confirmAction(view, {
    title: 'Delete agent',
    message: `“${title}” and its files will be deleted. Chats with it won’t be deleted.`,
    confirm: 'Delete',
    danger: true,
    outdated$: outdatedBy<{ readonly flows: readonly Agent[] }>(
      queries,
      ['agents', view.session.user$.value?._id],
      ({ flows }) => outdatedReason(agent, flows, `“${title}”`),
    ),
    action: () => view.client.call(calls.agents.deleteAgent, { flowId: agentId }, { basedOn }),
  });
  // If the confirmed state is outdated, the list shows the current one.
  if (answer === 'stale') view.bus.emit(events.workspace.agentsChanged, { agentId });
  if (answer !== 'done') return;
  onDeleted(agentId);
  view.bus.emit(events.workspace.agentsChanged, { agentId, deleted: true });
};

/** Deletes a collection after a confirmation. Its chats stay. The dialog stays open if the service refuses. */
export const deleteCollection = async (
  view: WorkspaceView,
  queries: QueryClient,
  tag: Tag,
  onDeleted: (tagId: string) => void,
): Promise<void> => {
  const { _id: tagId, name, revision: basedOn } = tag;
  const answer = await confirmAction(view, {
    title: 'Delete collection',
    message: `“${name}” will be deleted. The chats in it won’t be deleted.`,
    confirm: 'Delete',
    danger: true,
    outdated$: outdatedBy<{ readonly tags: readonly Tag[] }>(
      queries,
      ['collections', view.session.user$.value?._id ?? ''],
      ({ tags }) => outdatedReason(tag, tags, `“${name}”`),
    ),
    action: () => view.client.call(calls.tags.createEditTag, { tagId, deleted: true }, { basedOn }),
  });
  if (answer === 'no') return;
  if (answer === 'done') onDeleted(tagId);
  // If the confirmed state is outdated, the lists show the current one.
  view.bus.emit(events.workspace.collectionsChanged, {});
};

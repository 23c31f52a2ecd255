import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { PageLocation } from '@atrium/shared-kernel/remote';
import { combineLatest, type Observable } from 'rxjs';
import type { WorkspaceView } from '../remote.ts';
import type { SelectionModel } from './selection.model.ts';

export interface Lists {
  readonly agents: readonly Agent[];
  readonly tags: readonly Tag[];
}

/** With one of these parameters the URL shows something else than a new chat. */
const others = ['chat', 'id', 'function'];

/**
 * Keeps the selected collection up to date: a renamed one is selected again in its current state, and a deleted one is
 * deselected. An open chat stays open.
 */
const followCollection = (
  { navigation, scope }: Pick<WorkspaceView, 'navigation' | 'scope'>,
  { selected$, follow }: Pick<SelectionModel, 'selected$' | 'follow'>,
  lists$: Observable<Lists | undefined>,
): void => {
  let before: Tag | undefined;
  lists$.pipe(scope.until()).subscribe((lists) => {
    const { tagId } = selected$.value;
    const listed = lists?.tags.find(({ _id }) => _id === tagId);
    // A collection that was just created is selected before it is listed.
    const deleted = lists !== undefined && !listed && before !== undefined && before._id === tagId;
    if (deleted) {
      follow({});
      if (navigation.location$.value.search.includes(`collection=${tagId}`))
        navigation.setQuery({ collection: undefined }, { replace: true });
    } else if (listed && listed._id === before?._id && listed.revision !== before.revision) follow({ tag: listed });
    before = listed;
  });
};

type Named = 'agent' | 'collection';
const malformed = (what: Named) =>
  `This link doesn’t lead to ${what === 'agent' ? 'an' : 'a'} ${what}. Check that you copied all of it.`;
const missing = (what: Named) => `This ${what} doesn’t exist, or you don’t have access to it.`;

/**
 * Selects the agent or the collection that the URL names, after a load of the page and with Back and Forward. One that
 * is not listed is removed from the URL.
 */
export const followAddress = (
  { alerts, navigation, scope }: Pick<WorkspaceView, 'alerts' | 'navigation' | 'scope'>,
  selection: Pick<SelectionModel, 'selected$' | 'follow' | 'cleared'>,
  lists$: Observable<Lists | undefined>,
): void => {
  const read = ({ pathname, search }: PageLocation, lists: Lists | undefined) => {
    const query = new URLSearchParams(search);
    if (!lists || pathname !== '/' || others.some((name) => query.has(name))) return;
    const [flow, collection] = ['flow', 'collection'].map((name) => query.get(name) ?? undefined);
    const { agentId, tagId } = selection.selected$.value;
    if (flow === agentId && collection === tagId) return;
    const agent = flow === selection.cleared() ? undefined : lists.agents.find(({ _id }) => _id === flow);
    const tag = agent ? undefined : lists.tags.find(({ _id }) => _id === collection);
    selection.follow({ agent, tag });
    for (const [id, what, listed] of [
      [flow, 'agent', lists.agents],
      [collection, 'collection', lists.tags],
    ] as const)
      if (id !== undefined && id !== selection.cleared() && !listed.some(({ _id }) => _id === id))
        alerts.show({ type: 'error', time: toastTimes.long, message: isId(id) ? missing(what) : malformed(what) });
    if (agent?._id !== flow || tag?._id !== collection)
      navigation.setQuery({ flow: agent?._id, collection: tag?._id }, { replace: true });
  };
  // Comes before the URL is read, which still names a deleted collection.
  followCollection({ navigation, scope }, selection, lists$);
  combineLatest([navigation.location$, lists$])
    .pipe(scope.until())
    .subscribe(([address, lists]) => read(address, lists));
};

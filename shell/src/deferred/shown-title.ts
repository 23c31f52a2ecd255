import * as chat from '#contracts/events/chat';
import * as workspace from '#contracts/events/workspace';
import type { Behavior, Bus, Navigation } from '@atrium/shared-kernel/remote';
import { combineLatest, map, type Observable, startWith } from 'rxjs';

interface Ports {
  readonly bus: Bus;
  readonly navigation: Pick<Navigation, 'location$'>;
  readonly modals: { readonly stack$: Behavior<readonly { readonly title: string }[]> };
}

/** The title of what is on the screen: the topmost dialog, or else the chat, the collection or the agent. */
export const shownTitle = ({ bus, navigation, modals }: Ports): Observable<string> =>
  combineLatest([
    navigation.location$,
    modals.stack$,
    bus.on(chat.opened).pipe(startWith({ title: undefined })),
    bus.on(workspace.collectionSelected).pipe(startWith({ tag: undefined })),
    bus.on(workspace.agentSelected).pipe(startWith({ agent: undefined })),
  ]).pipe(
    map(([{ pathname }, stack, { title }, { tag }, { agent }]) => {
      const onMain = pathname === '/' ? (title ?? tag?.name ?? agent?.title) : undefined;
      return stack.at(-1)?.title ?? onMain ?? '';
    }),
  );

import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';

export interface Point {
  /** CSS pixels of the viewport. */
  readonly x: number;
  readonly y: number;
}

/**
 * Recognizes drags by mouse, touch and keyboard. Both `source` and `target` return a function that removes the element.
 */
export interface DragEngine {
  readonly source: (id: string, element: HTMLElement) => () => void;
  readonly target: (id: string, element: HTMLElement) => () => void;
  readonly end: () => void;
}

export interface DragHandlers {
  /** `byKey`: by keyboard, so that nothing follows a pointer. */
  readonly start: (id: string, byKey: boolean) => void;
  readonly move: (point: Point) => void;
  readonly over: (id: string | undefined) => void;
  readonly end: (cancelled: boolean) => void;
}

export type LoadEngine = () => Promise<(handlers: DragHandlers) => DragEngine>;

export interface Dragged {
  readonly chat: Chat;
  readonly byKey: boolean;
  readonly at?: Point;
  readonly over?: Tag;
}

export interface DragModel {
  /** The chat that is being dragged. */
  readonly dragged$: Behavior<Dragged | undefined>;
  /** Loads the engine at the first sign of a drag, and at the next one if that failed. */
  readonly prepare: () => void;
  readonly addChat: (chat: Chat, element: HTMLElement) => () => void;
  readonly addCollection: (tag: Tag, element: HTMLElement) => () => void;
}

interface Part<Item> {
  readonly item: Item;
  readonly element: HTMLElement;
  release: (() => void) | undefined;
}

/** Lets chats be dragged onto collections (B4.40). What is added before the engine has loaded is attached then. */
export const createDragModel = (
  scope: Scope,
  { load, drop }: { readonly load: LoadEngine; readonly drop: (chat: Chat, tag: Tag) => void },
): DragModel => {
  const dragged$ = new BehaviorSubject<Dragged | undefined>(undefined);
  const chats = new Map<string, Part<Chat>>();
  const tags = new Map<string, Part<Tag>>();
  const deferredReleases: (() => void)[] = [];
  let engine: DragEngine | undefined;
  let loading = false;
  let ended = false;

  const change = (next: Partial<Dragged>) => {
    if (dragged$.value) dragged$.next({ ...dragged$.value, ...next });
  };
  const handlers: DragHandlers = {
    start(id, byKey) {
      const chat = chats.get(id)?.item;
      if (chat) dragged$.next({ chat, byKey });
    },
    move: (at) => change({ at }),
    over(id) {
      if (!dragged$.value) return;
      const { over: _, ...rest } = dragged$.value;
      const over = id === undefined ? undefined : tags.get(id)?.item;
      dragged$.next({ ...rest, ...(over ? { over } : {}) });
    },
    end(cancelled) {
      const last = dragged$.value;
      dragged$.next(undefined);
      for (const release of deferredReleases.splice(0)) release();
      if (last?.over && !cancelled) drop(last.chat, last.over);
    },
  };

  const attach = () => {
    for (const [id, part] of chats) part.release ??= engine?.source(id, part.element);
    for (const [id, part] of tags) part.release ??= engine?.target(id, part.element);
  };
  const add = <Item extends { _id: string }>(parts: Map<string, Part<Item>>, item: Item, element: HTMLElement) => {
    parts.get(item._id)?.release?.();
    const part: Part<Item> = { item, element, release: undefined };
    parts.set(item._id, part);
    attach();
    return () => {
      // A dragged row may scroll out of the document. Its drag continues.
      if (dragged$.value?.chat._id === item._id) deferredReleases.push(() => part.release?.());
      else part.release?.();
      if (parts.get(item._id) === part) parts.delete(item._id);
    };
  };
  const prepare = async () => {
    if (engine || loading) return;
    loading = true;
    // A failure is not reported: the next sign of a drag tries again.
    const create = await load().catch(() => undefined);
    loading = false;
    if (!create || ended) return;
    engine = create(handlers);
    attach();
  };
  scope.add(() => {
    ended = true;
    engine?.end();
  });

  return {
    dragged$,
    prepare: () => void prepare(),
    addChat: (chat, element) => add(chats, chat, element),
    addCollection: (tag, element) => add(tags, tag, element),
  };
};

import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';

export interface Point {
  /** CSS pixels of the viewport. */
  readonly x: number;
  readonly y: number;
}

/** What recognises drags: by mouse, touch and keyboard. Both functions give their end. */
export interface DragEngine {
  readonly source: (id: string, element: HTMLElement) => () => void;
  readonly target: (id: string, element: HTMLElement) => () => void;
  readonly end: () => void;
}

export interface DragHandlers {
  /** `byKey`: nothing follows a pointer. */
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
  /** The chat that is dragged now. */
  readonly dragged$: Behavior<Dragged | undefined>;
  /** Fetches the engine at the first sign that somebody may drag; again at the next where that failed. */
  readonly prepare: () => void;
  readonly addChat: (chat: Chat, element: HTMLElement) => () => void;
  readonly addCollection: (tag: Tag, element: HTMLElement) => () => void;
}

interface Part<Item> {
  readonly item: Item;
  readonly element: HTMLElement;
  release: (() => void) | undefined;
}

/** Chats that can be dragged onto collections (B4.40). What is added before the engine is there waits for it. */
export const createDragModel = (
  scope: Scope,
  { load, drop }: { readonly load: LoadEngine; readonly drop: (chat: Chat, tag: Tag) => void },
): DragModel => {
  const dragged$ = new BehaviorSubject<Dragged | undefined>(undefined);
  const chats = new Map<string, Part<Chat>>();
  const tags = new Map<string, Part<Tag>>();
  const left: (() => void)[] = [];
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
      for (const release of left.splice(0)) release();
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
      // A row that is dragged goes out of sight while the list scrolls: its drag goes on.
      if (dragged$.value?.chat._id === item._id) left.push(() => part.release?.());
      else part.release?.();
      if (parts.get(item._id) === part) parts.delete(item._id);
    };
  };
  const prepare = async () => {
    if (engine || loading) return;
    loading = true;
    // Where that fails there is nothing to tell: dragging begins with the next sign.
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

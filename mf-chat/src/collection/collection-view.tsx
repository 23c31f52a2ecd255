import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { createScope, useBehavior } from '@atrium/shared-kernel/remote';
import { useTabbing } from '@atrium/shared-kernel/tabbing';
import { Button } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { useQueryClient } from '@tanstack/react-query';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { type RefObject, useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { CollectionChat } from './collection-chat.tsx';
import { type CollectionModel, createCollectionModel } from './collection.model.ts';
import styles from './collection.module.css';
import type { CollectionState } from './collection.state.ts';

const widths = ['58%', '41%', '66%', '37%', '52%'];

/** Placeholders for the first rows. */
const CollectionSkeleton = ({ rows }: { readonly rows: number }) => (
  <output aria-label="Loading chats in this collection" className={styles.bones}>
    {widths.slice(0, rows).map((width) => (
      <span key={width} className={styles.bone}>
        <Skeleton width={width} />
        <Skeleton width="22%" />
      </span>
    ))}
  </output>
);

interface Props {
  readonly tag: Tag;
  /** The element that scrolls the list. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The model of the shown collection. It starts with the chats cached from the previous visit. */
const useCollection = (tagId: string): CollectionModel => {
  const remote = useHost();
  const queries = useQueryClient();
  const [model] = useState(() =>
    createCollectionModel(remote, tagId, queries.getQueryData<CollectionState>(['collection', tagId])),
  );
  useEffect(() => {
    const scope = createScope();
    model.start(scope);
    return () => {
      scope.end();
      queries.setQueryData(['collection', tagId], model.state$.value);
    };
  }, [model, queries, tagId]);
  return model;
};

const useMoreNearBottom = (model: CollectionModel, scroller: Props['scroller']) => {
  const state = useBehavior(model.state$);
  const { page } = state;
  const tabbing = useTabbing();
  useEffect(() => {
    const element = scroller.current;
    if (!element || tabbing) return undefined;
    const check = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (page === 'idle' && below <= chatPage.loadMoreWithin) model.loadMore();
    };
    check();
    element.addEventListener('scroll', check, { passive: true });
    return () => element.removeEventListener('scroll', check);
  }, [model, scroller, page, tabbing]);
  return { ...state, tabbing };
};

const Chats = ({ model, tag, scroller }: Props & { readonly model: CollectionModel }) => {
  const { chats, page, failure, loaded, tabbing } = useMoreNearBottom(model, scroller);
  const showsButton = tabbing && loaded && (page === 'idle' || page === 'loading');
  return (
    <section aria-label={`Chats in ${tag.name}`} aria-busy={page === 'loading'}>
      <ul className={styles.list}>
        {chats.map((chat) => (
          <CollectionChat key={chat._id} chat={chat} model={model} />
        ))}
      </ul>
      {showsButton && (
        <Button variant="ghost" busy={page === 'loading'} onClick={model.loadMore}>
          Show more chats
        </Button>
      )}
      {page === 'loading' && !showsButton && (chats.length === 0 || loaded) && (
        <CollectionSkeleton rows={loaded ? 2 : 5} />
      )}
      {page === 'failed' && (
        <FailureState
          title="Failed to get chats in this collection."
          text={failure || undefined}
          onRetry={model.retry}
          small={chats.length > 0}
        />
      )}
      {page === 'end' && chats.length === 0 && (
        <EmptyState
          icon={<MessagesSquare />}
          title="No chats in this collection yet"
          text="Send a message to start a chat in this collection. You can add existing chats from their menus."
        />
      )}
    </section>
  );
};

/** Replaces the welcome while a collection is selected (B2.16). It is remounted for each collection. */
export const CollectionView = ({ tag, scroller }: Props) => {
  const model = useCollection(tag._id);
  return (
    <div className={styles.view}>
      <header className={styles.header}>
        <span className={styles.mark} style={{ background: `var(--color-tag-${tag.color})` }} aria-hidden />
        <h1 dir="auto" className={styles.title}>
          {tag.name}
        </h1>
        <p className={styles.about}>Chats you start here are added to this collection.</p>
      </header>
      <Chats model={model} tag={tag} scroller={scroller} />
    </div>
  );
};

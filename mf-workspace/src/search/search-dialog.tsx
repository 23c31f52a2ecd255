import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { searchMax } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { isComposing, useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Field } from '@atrium/shared-kernel/ui/field';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import Search from 'lucide-react/icons/search';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { from, map } from 'rxjs';
import { titleOf } from '../chat-list/open-chat.ts';
import { useHost, type WorkspaceView } from '../remote.ts';
import { filterInput, noFilters, SearchFilters, type Filters } from './filters.tsx';
import { createSearchModel, type SearchState } from './search.model.ts';
import styles from './search.module.css';

/** As the service finds a term of one or two letters: where a word begins, or behind a sign that is not ASCII. */
const beginnings = [String.raw`(?<![\p{L}\p{M}\p{N}])`, '(?<![A-Za-z0-9])'];

/** Splits `text` at the matches of `term`, ignoring case, in any language. Odd parts are matches. */
export const splitAt = (text: string, term: string): string[] => {
  if (term === '') return [text];
  const escaped = term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const splits = (/^[a-z0-9]{1,2}$/i.test(term) ? beginnings : ['']).map((begin) =>
    text.split(new RegExp(`${begin}(${escaped})`, 'giu')),
  );
  return splits.find((parts) => parts.length > 1) ?? [text];
};

/** A text with the matches marked. */
const Marked = ({ text, term }: { text: string; term: string }) =>
  splitAt(text, term).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts have nothing but their place
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>,
  );

const termMax = 500;
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const createModel = ({ client, scope }: WorkspaceView, term: string) => {
  let filters = noFilters;
  const model = createSearchModel(scope, {
    fetch: (searchTerm) =>
      from(
        client.call(calls.chat.searchMessages, { searchTerm, ...filterInput(filters) }, { signal: scope.signal }),
      ).pipe(map(({ chats }) => chats)),
    describe: (error) => messageOf(error, ''),
  });
  model.type(term);
  if (term !== '') model.now();
  return {
    ...model,
    narrow(next: Filters) {
      filters = next;
      model.now();
    },
  };
};

interface ResultsProps {
  chats: readonly Chat[];
  term: string;
  active: number;
  id: string;
  onOpen: (chat: Chat) => void;
}

const Results = ({ chats, term, active, id, onOpen }: ResultsProps) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Chats found" className={styles.results}>
      {chats.map((chat, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles the keys
        <div
          key={chat._id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.result}
          onClick={() => onOpen(chat)}
        >
          <span className={styles.head}>
            <span dir="auto" className={styles.title}>
              <Marked text={titleOf(chat)} term={term} />
            </span>
            {chat.lastUpdate !== undefined && (
              <time className={styles.date} dateTime={chat.lastUpdate}>
                {day.format(new Date(chat.lastUpdate))}
              </time>
            )}
          </span>
          {chat.matchingMessage && (
            <span dir="auto" className={styles.passage}>
              <Marked text={chat.matchingMessage.content} term={term} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
};

/** Whether there may be older results than those that the service returns. */
const isFull = (state: SearchState) => state.kind === 'found' && state.chats.length >= searchMax;

/** The number of results. It is only for screen readers, unless older ones may be missing. */
const sentenceOf = (state: SearchState): string => {
  if (state.kind !== 'found') return '';
  if (isFull(state)) return `Showing the ${state.chats.length} newest matches. Add words to find older ones.`;
  return state.chats.length === 1 ? '1 chat found' : `${state.chats.length} chats found`;
};

const Outcome = ({ state, onRetry }: { state: SearchState; onRetry: () => void }) => {
  if (state.kind === 'idle')
    return (
      <EmptyState small icon={<Search />} title="Search your chats" text="Search covers titles and every message." />
    );
  if (state.kind === 'searching')
    return (
      <div role="status" aria-label="Searching" className={styles.bones}>
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} shape="block" height="52px" />
        ))}
      </div>
    );
  if (state.kind === 'failed')
    return <FailureState small title="Couldn’t search chats." text={state.failure || undefined} onRetry={onRetry} />;
  if (state.chats.length > 0) return null;
  return <EmptyState small title={`No chats match “${state.term}”`} text="Try different words, or fewer of them." />;
};

/** The search term and filters, and the results. Each change starts again at the first result. */
const useSearch = (term: string) => {
  const view = useHost();
  const [filters, setFilters] = useState(noFilters);
  const [model] = useState(() => createModel(view, term));
  const state = useBehavior(model.state$);
  const [text, setText] = useState(term);
  const [active, setActive] = useState(0);
  const type = (next: string) => {
    setText(next);
    setActive(0);
    model.type(next);
  };
  const narrow = (next: Filters) => {
    setFilters(next);
    setActive(0);
    model.narrow(next);
  };
  return { model, state, filters, text, active, setActive, type, narrow };
};

/** Searches titles and messages. The arrow keys choose, Enter opens (B2.30). */
export const SearchDialog = () => {
  const view = useHost();
  const { term = '' } = useDialogInput(dialogs.workspace.search);
  const { model, state, filters, text, active, setActive, type, narrow } = useSearch(term);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const chats = state.kind === 'found' ? state.chats : [];
  const open = ({ _id, matchingMessage }: Chat) => view.close({ chatId: _id, messageId: matchingMessage?._id });
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && chats.length > 0) setActive((active + by + chats.length) % chats.length);
    else if (event.key !== 'Enter') return;
    else if (chats[active]) open(chats[active]);
    else model.now();
    event.preventDefault();
  };
  return (
    <DialogBody title="Search chats" onClose={() => view.close()}>
      <div className={styles.search}>
        <Field
          ref={field}
          label="Search chats"
          hideLabel
          role="combobox"
          autoComplete="off"
          icon={<Search />}
          placeholder="Words in a title or message"
          maxLength={termMax}
          aria-expanded={chats.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={chats.length > 0 ? `${id}-${active}` : undefined}
          value={text}
          onChange={type}
          onKeyDown={press}
        />
        <SearchFilters filters={filters} onChange={narrow} />
        <p aria-live="polite" className={isFull(state) ? styles.full : styles.said}>
          {sentenceOf(state)}
        </p>
        <div className={styles.outcome}>
          <Outcome state={state} onRetry={model.now} />
          {state.kind === 'found' && chats.length > 0 && (
            <Results chats={chats} term={state.term} active={active} id={id} onOpen={open} />
          )}
        </div>
      </div>
    </DialogBody>
  );
};

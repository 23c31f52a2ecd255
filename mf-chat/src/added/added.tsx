import * as slots from '#contracts/slots';
import type { SlotDef } from '@atrium/shared-kernel/contracts/define';
import { type Filler, isComposing, useBehavior } from '@atrium/shared-kernel/remote';
import { FillerView, type InputOf, type ResultOf, useFillers } from '@atrium/shared-kernel/slots';
import { fillerIcon } from '@atrium/shared-kernel/slots/icon';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu } from '@atrium/shared-kernel/ui/menu';
import Ellipsis from 'lucide-react/icons/ellipsis';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DraftModel } from '../composer/draft.model.ts';
import type { Thread } from '../thread/thread.ts';
import welcome from '../welcome/welcome.module.css';
import styles from './added.module.css';

interface PanelProps<S extends SlotDef> {
  readonly slot: S;
  readonly filler: Filler;
  readonly input: InputOf<S>;
  readonly onClose: (result?: ResultOf<S>) => void;
}

/** The chosen filler of another remote, with a close button that works even if that remote does not. */
const FillerPanel = <S extends SlotDef>({ slot, filler, input, onClose }: PanelProps<S>) => {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, from wherever within
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={filler.label}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h3 dir="auto" className={styles.title}>
          {filler.label}
        </h3>
        <IconButton size="s" label={`Close ${filler.label}`} icon={<X />} onClick={() => onClose()} />
      </header>
      <FillerView slot={slot} filler={filler} input={input} onClose={onClose} />
    </section>
  );
};

/** The fillers of a slot, and the chosen one. A filler whose conditions no longer hold counts as not chosen. */
const useChosen = (slot: SlotDef) => {
  const fillers = useFillers(slot);
  const [chosen, choose] = useState<Filler>();
  return { fillers, chosen: chosen && fillers.find(({ id }) => id === chosen.id), choose };
};

interface WritingProps {
  readonly drafts: DraftModel;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

/** Closes the chosen filler and appends its result to the text of the draft. */
const useInsert =
  ({ drafts, inputRef }: WritingProps, choose: (none: undefined) => void) =>
  (result?: { readonly insert?: string | undefined }) => {
    choose(undefined);
    const { text } = drafts.draft$.value;
    if (result?.insert) drafts.change({ text: text.trim() === '' ? result.insert : `${text}\n${result.insert}` });
    inputRef.current?.focus();
  };

interface ComposerActionsProps extends WritingProps {
  readonly thread: Pick<Thread, 'chatId' | 'secure' | 'key'>;
}

/**
 * Actions of other remotes above the composer. Secure mode shows none: no other remote may learn what is written there.
 */
export const ComposerActions = ({ thread: { chatId, secure }, ...writing }: ComposerActionsProps) => {
  const { modes } = useBehavior(writing.drafts.shape$);
  const { fillers, chosen, choose } = useChosen(slots.chat.composerActions);
  const close = useInsert(writing, choose);
  if (fillers.length === 0 || secure || modes.secure) return null;
  const mode = modes.image ? 'image' : modes.research ? 'research' : 'chat';
  return (
    <>
      {chosen && (
        <FillerPanel
          key={chosen.id}
          slot={slots.chat.composerActions}
          filler={chosen}
          input={{ mode, chatId }}
          onClose={close}
        />
      )}
      <div role="group" aria-label="More for your message" className={styles.actions}>
        {fillers.map((filler) => (
          <button
            key={filler.id}
            type="button"
            className={styles.action}
            aria-expanded={filler === chosen}
            onClick={() => choose(filler === chosen ? undefined : filler)}
          >
            {fillerIcon(filler.icon)}
            <span dir="auto">{filler.label}</span>
          </button>
        ))}
      </div>
    </>
  );
};

/** Cards of other remotes after the four cards of a new chat. */
export const WelcomeCards = (writing: WritingProps) => {
  const { fillers, chosen, choose } = useChosen(slots.chat.welcomeCards);
  const close = useInsert(writing, choose);
  return (
    <>
      {fillers.map((filler) => (
        <li key={filler.id}>
          <button
            type="button"
            className={`${welcome.card} ${styles.card}`}
            aria-expanded={filler === chosen}
            onClick={() => choose(filler === chosen ? undefined : filler)}
          >
            {fillerIcon(filler.icon)}
            <span dir="auto" className={welcome.name}>
              {filler.label}
            </span>
          </button>
        </li>
      ))}
      {chosen && (
        <li className={styles.wide}>
          <FillerPanel
            key={chosen.id}
            slot={slots.chat.welcomeCards}
            filler={chosen}
            input={undefined}
            onClose={close}
          />
        </li>
      )}
    </>
  );
};

interface MoreActionsProps {
  readonly chatId: string;
  readonly messageId: string;
}

/** Actions of other remotes, in a menu after those of an answer. */
export const MoreActions = ({ chatId, messageId }: MoreActionsProps) => {
  const { fillers, chosen, choose } = useChosen(slots.chat.messageActions);
  if (fillers.length === 0) return null;
  const items = fillers.map((filler) => ({
    label: filler.label,
    icon: fillerIcon(filler.icon),
    onSelect: () => choose(filler),
  }));
  return (
    <>
      <Menu
        items={items}
        trigger={<IconButton size="s" label="More actions" title="More actions" icon={<Ellipsis />} />}
      />
      {chosen && (
        <div className={styles.inAnswer}>
          <FillerPanel
            key={chosen.id}
            slot={slots.chat.messageActions}
            filler={chosen}
            input={{ chatId, messageId, role: 'assistant' }}
            onClose={() => choose(undefined)}
          />
        </div>
      )}
    </>
  );
};

import { type BarSide, type Layout, useBehavior } from '@atrium/shared-kernel/remote';
import { type RefObject, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { HandOver } from '../frame/hand-over.ts';
import type { Modals } from '../modals/modals.model.ts';
import { useShell } from '../shell-context.ts';
import { Cover, RemoteModule } from '../composition/remote-module.tsx';
import { Bar } from './bar.tsx';
import { ScreenHeader } from './screen-header.tsx';
import styles from './main-screen.module.css';
import { BarSkeleton, ChatSkeleton } from './skeletons.tsx';
import { useSwipe } from './use-swipe.ts';

const openSide = (bars: Readonly<Record<BarSide, boolean>>, isThere: (side: BarSide) => unknown): BarSide | undefined =>
  (['left', 'right'] as const).find((side) => bars[side] && isThere(side));

/** What a slot shows whose remote is disabled: nothing, or a sentence. */
const Disabled = ({ slot }: { slot: string }) => {
  const text = useShell().directory.disabled(`slot ${slot}`);
  return text ? <p className={styles.disabled}>{text}</p> : null;
};

/**
 * Bars load after the chat, which people type in first. Milliseconds that the left bar waits at most for a chat that does not
 * load, and that the right bar waits after the chat.
 */
const wait = { chat: 4000, right: 250 } as const;

/** Escape closes a bar that lies over the content, unless a dialog lies over the bar. */
const useBarEscape = (over: BarSide | undefined, layout: Layout, modals: Modals) => {
  useEffect(() => {
    if (!over) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || modals.stack$.value.length > 0) return;
      // Marked as handled, so that the same key does nothing else.
      event.preventDefault();
      layout.setBar(over, false);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [over, layout, modals]);
};

/** Which bars may load, and what is called once the chat's module is shown or has failed. */
const useBarsAfterChat = (main: unknown, frame: Pick<HandOver, 'settle'>) => {
  const [begun, begin] = useState({ left: main === undefined, right: main === undefined });
  useEffect(() => {
    if (begun.right) return undefined;
    const next = begun.left ? { left: true, right: true } : { left: true, right: false };
    const timer = setTimeout(() => begin(next), begun.left ? wait.right : wait.chat);
    return () => clearTimeout(timer);
  }, [begun]);
  const onSettled = useCallback(() => {
    begin((known) => (known.left ? known : { ...known, left: true }));
    frame.settle();
  }, [frame]);
  useEffect(() => {
    if (!main) frame.settle();
  }, [main, frame]);
  return { begun, onSettled };
};

/** Leads past the bars: the chat gets the focus, and the address stays as it is. */
const SkipLink = ({ centre }: { readonly centre: RefObject<HTMLElement | null> }) => {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    centre.current?.focus();
  };
  return (
    <a href="#chat" className={styles.skip} onClick={skip}>
      Skip to content
    </a>
  );
};

/** The main screen: left bar, the chat in the centre, right bar (A2.01). A visitor has no bars. */
export const MainScreen = () => {
  const { host, directory, expectUser, modals, frame } = useShell();
  const user = useBehavior(host.session.user$);
  const answered = useBehavior(host.session.authVersion$) > 0;
  const desktop = useBehavior(host.layout.desktop$);
  const bars = useBehavior(host.layout.bars$);
  const withBars = answered ? user !== undefined : expectUser;
  const { drag, handlers } = useSwipe(host.layout, withBars && !desktop);
  const [left, main, right] = ['shell.left', 'shell.main', 'shell.right'].map((slot) => directory.slot(slot));
  const isThere = (side: BarSide) => (side === 'left' ? left : right) || directory.disabled(`slot shell.${side}`);
  const over = desktop || !withBars ? undefined : openSide(bars, isThere);

  const { begun, onSettled } = useBarsAfterChat(main, frame);
  const content = (side: BarSide, entry: typeof left) => {
    if (!entry) return <Disabled slot={`shell.${side}`} />;
    return answered && begun[side] ? (
      <RemoteModule entry={entry} skeleton={<BarSkeleton />} />
    ) : (
      <Cover entry={entry} skeleton={<BarSkeleton />} />
    );
  };
  const bar = (side: BarSide, label: string, entry: typeof left) =>
    withBars &&
    isThere(side) && (
      <Bar side={side} label={label} open={bars[side]} over={!desktop} drag={drag?.side === side ? drag : undefined}>
        {content(side, entry)}
      </Bar>
    );
  useBarEscape(over, host.layout, modals);
  const centre = useRef<HTMLElement>(null);
  return (
    <div className={styles.screen} {...handlers}>
      {withBars && !over && <SkipLink centre={centre} />}
      {bar('left', 'Chats', left)}
      <main id="chat" ref={centre} tabIndex={-1} className={styles.centre} inert={over !== undefined}>
        <ScreenHeader left={withBars && Boolean(isThere('left'))} right={withBars && Boolean(isThere('right'))} />
        <div className={styles.slot}>
          {main ? (
            <RemoteModule entry={main} skeleton={<ChatSkeleton />} onSettled={onSettled} />
          ) : (
            <Disabled slot="shell.main" />
          )}
        </div>
      </main>
      {bar('right', 'Memory', right)}
      {withBars && !desktop && (
        <button
          type="button"
          aria-label="Close bar"
          className={styles.scrim}
          data-open={over !== undefined}
          tabIndex={over ? 0 : -1}
          onClick={() => over && host.layout.setBar(over, false)}
        />
      )}
    </div>
  );
};

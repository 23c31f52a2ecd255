import { type BarSide, isComposing, type Layout, useBehavior } from '@atrium/shared-kernel/remote';
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

/** Shown in a slot whose remote is disabled: a sentence, or nothing. */
const Disabled = ({ slot }: { slot: string }) => {
  const text = useShell().directory.disabled(`slot ${slot}`);
  return text ? <p className={styles.disabled}>{text}</p> : null;
};

/**
 * Bars load after the chat, where people type first. In milliseconds: how long the left bar waits at most for a chat
 * that does not load, and how long the right bar waits after that.
 */
const wait = { chat: 4000, right: 250 } as const;

/** Escape closes a bar that lies over the content, unless a dialog lies over the bar. */
const useBarEscape = (over: BarSide | undefined, layout: Layout, modals: Modals) => {
  useEffect(() => {
    if (!over) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
      if (modals.stack$.value.length > 0) return;
      // Marked as handled, so that the same key does nothing else.
      event.preventDefault();
      layout.setBar(over, false);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [over, layout, modals]);
};

/** Which bars may load. `onSettled` has to be called once the chat's module is shown or has failed. */
const useBarsAfterChat = (main: unknown, frame: Pick<HandOver, 'settle'>) => {
  const [started, start] = useState({ left: main === undefined, right: main === undefined });
  useEffect(() => {
    if (started.right) return undefined;
    const next = started.left ? { left: true, right: true } : { left: true, right: false };
    const timer = setTimeout(() => start(next), started.left ? wait.right : wait.chat);
    return () => clearTimeout(timer);
  }, [started]);
  const onSettled = useCallback(() => {
    start((known) => (known.left ? known : { ...known, left: true }));
    frame.settle();
  }, [frame]);
  useEffect(() => {
    if (!main) frame.settle();
  }, [main, frame]);
  return { started, onSettled };
};

/** Moves the focus past the bars to the chat. The address stays as it is. */
const SkipLink = ({ center }: { readonly center: RefObject<HTMLElement | null> }) => {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    center.current?.focus();
  };
  return (
    <a href="#chat" className={styles.skip} onClick={skip}>
      Skip to content
    </a>
  );
};

/** The main screen: left bar, the chat in the center, right bar (A2.01). Visitors have no bars. */
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

  const { started, onSettled } = useBarsAfterChat(main, frame);
  const content = (side: BarSide, entry: typeof left) => {
    if (!entry) return <Disabled slot={`shell.${side}`} />;
    return answered && started[side] ? (
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
  const center = useRef<HTMLElement>(null);
  return (
    <div className={styles.screen} {...handlers}>
      {withBars && !over && <SkipLink center={center} />}
      {bar('left', 'Chats', left)}
      <main id="chat" ref={center} tabIndex={-1} className={styles.center} inert={over !== undefined}>
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

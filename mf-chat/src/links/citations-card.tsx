import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { hostOf } from './safe-url.ts';
import { SiteIcon } from './citations-icon.tsx';
import styles from './citations.module.css';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Distances in pixels: to the edge of the window, and to the link (B9.09). */
const card = { margin: 15, offset: 5 } as const;

/** The position of a link's card: below the link, or above it if there is no room below. Never outside the window. */
export const cardPosition = (link: Box, { width, height }: Size, viewport: Size): { left: number; top: number } => {
  const below = link.bottom + card.offset;
  const fits = below + height + card.margin <= viewport.height;
  return {
    left: Math.max(card.margin, Math.min(link.left, viewport.width - card.margin - width)),
    top: fits ? below : Math.max(card.margin, link.top - card.offset - height),
  };
};

const Card = ({ url, anchor }: { readonly url: string; readonly anchor: Box }) => {
  const card = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!card.current) return;
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const { left, top } = cardPosition(anchor, card.current.getBoundingClientRect(), { width, height });
    card.current.style.insetInlineStart = `${left}px`;
    card.current.style.insetBlockStart = `${top}px`;
  }, [anchor]);
  // Rendered outside the answer, where layout containment would clip the card.
  return createPortal(
    <span ref={card} className={styles.card} role="tooltip">
      <SiteIcon url={url} />
      <span className={styles.cardHost}>{hostOf(url)}</span>
    </span>,
    document.body,
  );
};

export interface CitationLinkProps {
  readonly url: string;
  readonly className?: string | undefined;
  readonly label: string;
  readonly children: ReactNode;
}

/** A link to a source, which opens in a new tab. Its site is shown while it is hovered or focused (B4.53). */
export const CitationLink = ({ url, className, label, children }: CitationLinkProps) => {
  const [anchor, setAnchor] = useState<Box>();
  const open = (event: { currentTarget: Element }) => setAnchor(event.currentTarget.getBoundingClientRect());
  const close = () => setAnchor(undefined);
  useEffect(() => {
    if (!anchor) return undefined;
    // Scroll events do not bubble, hence `capture`. Whatever scrolls, the link has moved away from its card.
    const onScroll = () => setAnchor(undefined);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [anchor]);
  return (
    <>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={className}
        aria-label={label}
        data-reference
        onMouseEnter={open}
        onFocus={open}
        onMouseLeave={close}
        onBlur={close}
        onClick={close}
      >
        {children}
      </a>
      {anchor && <Card url={url} anchor={anchor} />}
    </>
  );
};

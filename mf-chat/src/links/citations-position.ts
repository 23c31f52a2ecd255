export interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels to the edge of the window, and to the link (B9.09). */
export const card = { margin: 15, offset: 5 } as const;

/** Where the card of a link stands: below it, above it where there is no room, within the window. */
export const cardPlace = (link: Box, { width, height }: Size, room: Size): { left: number; top: number } => {
  const below = link.bottom + card.offset;
  const fits = below + height + card.margin <= room.height;
  return {
    left: Math.max(card.margin, Math.min(link.left, room.width - card.margin - width)),
    top: fits ? below : Math.max(card.margin, link.top - card.offset - height),
  };
};

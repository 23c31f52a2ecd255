/** Chats that are selected, and the one from which a range with Shift begins. */
export interface Picks {
  readonly ids: ReadonlySet<string>;
  readonly anchor?: string | undefined;
}

export const picksOf = (first: string | undefined): Picks => ({ ids: new Set(first ? [first] : []), anchor: first });

/** Turns one over. */
export const toggled = ({ ids }: Picks, id: string): Picks => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
};

/** Adds all from the anchor to `id`, in the order of the list, both included. */
export const extended = (picks: Picks, id: string, order: readonly string[]): Picks => {
  const [from, to] = [order.indexOf(picks.anchor ?? id), order.indexOf(id)];
  if (from === -1) return toggled(picks, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...picks.ids, ...range]), anchor: picks.anchor ?? id };
};

/** What of the selection is still in the list, which may have changed meanwhile. */
export const still = ({ ids }: Picks, order: readonly string[]): readonly string[] => order.filter((id) => ids.has(id));

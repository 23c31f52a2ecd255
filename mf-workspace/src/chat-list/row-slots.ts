/**
 * Which element shows which item: the items in sight by id, in their order, each with the slot of its element. What stays in
 * sight keeps its element. Where nothing stays, as in a jump, the elements of before show the new items in the same order:
 * texts change, and nothing is made or moved. `held` is the id of an item that keeps its element whatever comes. Gives
 * `before` itself where nothing changes.
 */
export const slotsOf = (
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
  held?: string,
): ReadonlyMap<string, number> => {
  const shown = [...before.keys()];
  if (shown.length === ids.length && ids.every((id, at) => id === shown[at])) return before;
  const stays = ids.some((id) => id !== held && before.has(id));
  const free = stays ? [] : [...before].flatMap(([id, slot]) => (id === held ? [] : [slot]));
  let next = Math.max(-1, ...before.values()) + 1;
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? next++]));
};

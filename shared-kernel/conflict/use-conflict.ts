import { useRef, useState } from 'react';

/**
 * The state with which a form was opened, and the current one. Until the person has decided about a state that differs,
 * a change is based on the one that they opened, so nobody overwrites what they have not seen.
 */
export const useConflict = <State>(now: State, differs: (initial: State, now: State) => boolean) => {
  const [initial, setInitial] = useState(now);
  const note = useRef<HTMLDivElement>(null);
  const conflict = differs(initial, now);
  return {
    /** The state with which the form was opened, or about which the person decided last. */
    initial,
    /** @deprecated until 2027-05-31: use initial. */
    begun: initial,
    /** The state that a change is based on. */
    base: conflict ? initial : now,
    conflict,
    /** A ref for the note that shows both states. */
    note,
    /** Whether the person has to decide first. In that case the note gets the focus. */
    blocks: (): boolean => {
      if (conflict) note.current?.focus();
      return conflict;
    },
    /** The person has decided, knowing the current state. */
    settle: (known: State = now) => setInitial(known),
  };
};

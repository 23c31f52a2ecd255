import { useRef, useState } from 'react';

/**
 * The state with which a form was opened, and the current one. While the two differ and the user has not decided, a
 * change is based on the opened state, so nobody overwrites what they have not seen. `opened` is an earlier state, if
 * the form continues with what was typed over that.
 */
export const useConflict = <State>(
  now: State,
  differs: (initial: State, now: State) => boolean,
  opened: State = now,
) => {
  const [initial, setInitial] = useState(opened);
  const note = useRef<HTMLDivElement>(null);
  const conflict = differs(initial, now);
  return {
    /** The state with which the form was opened, or about which the user decided last. */
    initial,
    /** @deprecated until 2027-05-31: use initial. */
    begun: initial,
    /** The state that a change is based on. */
    base: conflict ? initial : now,
    conflict,
    /** A ref for the note that shows both states. */
    note,
    /** Whether the user has to decide first. In that case the note gets the focus. */
    blocks: (): boolean => {
      if (conflict) note.current?.focus();
      return conflict;
    },
    /** The user has seen the current state and decided. */
    settle: (known: State = now) => setInitial(known),
  };
};

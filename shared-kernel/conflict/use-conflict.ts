import { useRef, useState } from 'react';

/**
 * The state with which a form was opened, and the current one. Until the person has decided about a state that differs,
 * a change is based on the one that they opened, so nobody overwrites what they have not seen.
 */
export const useConflict = <State>(now: State, differs: (begun: State, now: State) => boolean) => {
  const [begun, setBegun] = useState(now);
  const note = useRef<HTMLDivElement>(null);
  const conflict = differs(begun, now);
  return {
    begun,
    /** The state that a change is based on. */
    base: conflict ? begun : now,
    conflict,
    /** A ref for the note that shows both states. */
    note,
    /** Whether the person has to decide first. In that case the note gets the focus. */
    blocks: (): boolean => {
      if (conflict) note.current?.focus();
      return conflict;
    },
    /** The person has decided, knowing the current state. */
    settle: (known: State = now) => setBegun(known),
  };
};

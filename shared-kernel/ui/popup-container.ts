import { useCallback, useState } from 'react';

/**
 * Where the popup of a trigger belongs: in the dialog that holds the trigger, or the popup would lie below it and be
 * inert; else, undefined, in the body.
 */
export const usePopupContainer = () => {
  const [container, setContainer] = useState<HTMLElement>();
  const trigger = useCallback((element: HTMLElement | null) => {
    if (element)
      setContainer(element.closest<HTMLElement>('dialog, [role="dialog"], [role="alertdialog"]') ?? undefined);
  }, []);
  return [container, trigger] as const;
};

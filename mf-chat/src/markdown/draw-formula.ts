import { isSettable, katexLimits } from '@atrium/shared-kernel/markdown/formula-limits';
import { render } from 'katex';

/** What a drawn formula may be: elements in all, elements within one another, and its height in widths of an M. */
export const drawnLimits = { elements: 20_000, depth: 400, height: 150 } as const;

const isDrawable = (root: Element): boolean => {
  let elements = 0;
  const fits = (element: Element, depth: number): boolean => {
    elements += 1;
    if (depth > drawnLimits.depth || elements > drawnLimits.elements) return false;
    for (const child of element.children) if (!fits(child, depth + 1)) return false;
    return true;
  };
  const struts = [...root.querySelectorAll<HTMLElement>('.katex-html .strut')];
  return fits(root, 0) && struts.every((strut) => !(Number.parseFloat(strut.style.height) > drawnLimits.height));
};

/** A formula outside of the page: nothing of it is laid out before its size is known. Undefined where it is not drawn. */
export const drawFormula = (tex: string, display: boolean): Element | undefined => {
  if (!isSettable(tex)) return undefined;
  const place = document.createElement('span');
  try {
    render(tex, place, { ...katexLimits, displayMode: display, throwOnError: true });
  } catch {
    // What KaTeX cannot read is nothing that went wrong here.
    return undefined;
  }
  const drawn = place.firstElementChild;
  return drawn && isDrawable(drawn) ? drawn : undefined;
};

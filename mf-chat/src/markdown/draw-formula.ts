import { isSettable, katexLimits } from '@atrium/shared-kernel/markdown/formula-limits';
import { render } from 'katex';

/** Limits of a drawn formula: elements in total, nesting depth, and height in em. */
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

/**
 * Draws a formula outside of the page, so that nothing is laid out before its size is known. Undefined if it cannot be
 * drawn or is too large.
 */
export const drawFormula = (tex: string, display: boolean): Element | undefined => {
  if (!isSettable(tex)) return undefined;
  const container = document.createElement('span');
  try {
    render(tex, container, { ...katexLimits, displayMode: display, throwOnError: true });
  } catch {
    // A formula that KaTeX cannot read is not an error of this program.
    return undefined;
  }
  const drawn = container.firstElementChild;
  return drawn && isDrawable(drawn) ? drawn : undefined;
};

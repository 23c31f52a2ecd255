import { type RefObject, useLayoutEffect } from 'react';

const maxTyped = 200;

const isPrintable = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean =>
  /^.$/su.test(key) && !ctrlKey && !metaKey && !altKey && !isComposing;

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && (target.type === 'text' || target.type === 'search'));

/** Sets a field's text as typing would: past the setter that React puts on it, with an input event. */
const enter = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  Reflect.set(Object(Object.getPrototypeOf(field)), 'value', text, field);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
};

/**
 * Collects what is typed while the content of a dialog loads and its frame has the focus. The first text field that gets the
 * focus receives it, if it is empty.
 */
export const useTypedAhead = (frame: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const { current: element } = frame;
    if (!element) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let typed: readonly string[] = [];
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.target !== element || event.defaultPrevented) return;
        if (event.key === 'Backspace') typed = typed.slice(0, -1);
        else if (isPrintable(event) && typed.length < maxTyped) typed = [...typed, event.key];
      },
      { signal },
    );
    element.addEventListener(
      'focusin',
      ({ target }) => {
        if (target === element) return;
        ended.abort();
        if (typed.length > 0 && isTextField(target) && target.value === '') enter(target, typed.join(''));
      },
      { signal },
    );
    return () => ended.abort();
  }, [frame]);
};

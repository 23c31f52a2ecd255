/**
 * Whether a key belongs to an input method, which composes or offers words. WebKit ends a composition before it reports
 * the key that did so, and only its code is left then: 229.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/**
 * An id in the service's format, for things whose id the browser chooses: the time in milliseconds, and as many random
 * digits.
 */
export const newId = (): string =>
  hex(Date.now(), 12) + [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => hex(byte, 2)).join('');

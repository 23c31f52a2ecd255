const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** An id as the service makes them, for what is made without it: the time in milliseconds, and as much at random. */
export const newId = (): string =>
  hex(Date.now(), 12) + [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => hex(byte, 2)).join('');

/** Whether a value from an address is an id of the service: 24 hexadecimal digits. */
export const isId = (value: string | null): value is string => value !== null && /^[0-9a-f]{24}$/.test(value);

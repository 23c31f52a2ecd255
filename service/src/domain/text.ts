/** Text as PostgreSQL and JSON can hold it: without NUL and without half a character. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

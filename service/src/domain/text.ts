/** Text that PostgreSQL and JSON can store: without NUL and lone surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

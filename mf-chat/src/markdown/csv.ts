const cellOf = (text: string): string => {
  // A cell that a spreadsheet would take for a formula stays text.
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The rows of a table as CSV (RFC 4180), lines ended by CRLF. */
export const csvOf = (table: HTMLTableElement): string =>
  [...table.rows]
    .map((row) => [...row.cells].map((cell) => cellOf((cell.textContent ?? '').trim())).join(','))
    .join('\r\n');

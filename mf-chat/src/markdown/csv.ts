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

/** Hands a text to the browser's downloads; the mark at its start tells spreadsheets that it is UTF-8. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

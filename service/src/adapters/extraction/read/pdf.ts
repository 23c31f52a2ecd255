import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import type { BoundedText } from './bounded-text.ts';
import { Unreadable } from './unreadable.ts';

let library: Promise<PDFiumLibrary> | undefined;

/** The text of a page; undefined if the page is damaged. The others can still be read. */
const textOf = (page: PDFiumPage): string | undefined => {
  try {
    return page.getText().replaceAll('\r\n', '\n').trim();
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Failed to load')) return undefined;
    throw error;
  }
};

/** Reads the text of each page and returns the number of pages. A scanned page has no text. */
export const readPdf = async (bytes: Uint8Array, output: BoundedText): Promise<number> => {
  const pdfium = await (library ??= PDFiumLibrary.init());
  const document = await pdfium.loadDocument(bytes).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error && /password/i.test(error.message) ? 'password' : 'broken', error);
  });
  const pages = document.getPageCount();
  if (pages === 0) throw new Unreadable('broken');
  let broken = 0;
  output.fill(() => {
    for (const page of document.pages()) {
      const text = textOf(page);
      if (text === undefined) broken += 1;
      else if (text !== '') output.add(`[Page ${page.number + 1}]\n${text}\n\n`);
    }
  });
  document.destroy();
  if (broken === pages) throw new Unreadable('broken');
  return pages;
};

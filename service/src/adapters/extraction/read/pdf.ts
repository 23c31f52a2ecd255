import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { KeptText } from './kept-text.ts';
import { Unreadable } from './unreadable.ts';

let library: Promise<PDFiumLibrary> | undefined;

/** The text of each page; gives the number of pages. A page that is a picture has none. */
export const readPdf = async (bytes: Uint8Array, kept: KeptText): Promise<number> => {
  const pdfium = await (library ??= PDFiumLibrary.init());
  const document = await pdfium.loadDocument(bytes).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error && /password/i.test(error.message) ? 'password' : 'broken', error);
  });
  const pages = document.getPageCount();
  if (pages === 0) throw new Unreadable('broken');
  kept.fill(() => {
    for (const page of document.pages()) {
      const text = page.getText().replaceAll('\r\n', '\n').trim();
      if (text !== '') kept.add(`[Page ${page.number + 1}]\n${text}\n\n`);
    }
  });
  document.destroy();
  return pages;
};

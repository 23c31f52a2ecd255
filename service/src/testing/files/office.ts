import { strToU8, zipSync } from 'fflate';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const names = `xmlns:r="${relations}" xmlns:w="w" xmlns:a="a" xmlns:p="p"`;

/** A ZIP archive with these parts. */
export const archive = (parts: Readonly<Record<string, string | Uint8Array>>): Buffer => {
  const bytes = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]);
  return Buffer.from(zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>, { level: 9 }));
};
const office = (parts: Readonly<Record<string, string>>) =>
  archive({ '[Content_Types].xml': `${head}<Types/>`, ...parts });
const relate = (targets: readonly [kind: string, target: string][]) =>
  `${head}<Relationships>${targets
    .map(
      ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** A Word document with this XML as its body. */
export const docx = (body: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  office({ 'word/document.xml': `${head}<w:document ${names}><w:body>${body}</w:body></w:document>`, ...more });

/** A paragraph of a Word document. */
export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A presentation with these slides, and notes for the first one. */
export const pptx = (slides: readonly string[], notes: string): Buffer => {
  const shape = (text: string) =>
    `${head}<p:sld ${names}><p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('');
  return office({
    'ppt/presentation.xml': `${head}<p:presentation ${names}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    // The files are numbered in reverse, because their numbers must not decide the order.
    'ppt/_rels/presentation.xml.rels': relate(
      slides.map((_, index) => ['slide', `slides/slide${slides.length - index}.xml`]),
    ),
    ...Object.fromEntries(slides.map((text, index) => [`ppt/slides/slide${slides.length - index}.xml`, shape(text)])),
    [`ppt/slides/_rels/slide${slides.length}.xml.rels`]: relate([['notesSlide', '../notesSlides/notesSlide1.xml']]),
    'ppt/notesSlides/notesSlide1.xml': shape(notes),
  });
};

/** A workbook with one sheet, this XML as its rows, and these shared strings. */
export const xlsx = (rows: string, strings: readonly string[] = []): Buffer =>
  office({
    'xl/workbook.xml': `${head}<workbook ${names}><sheets><sheet name="Costs" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relate([['worksheet', 'worksheets/sheet1.xml']]),
    'xl/sharedStrings.xml': `${head}<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `${head}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });

/** An Office document with a password, which is a container with an encrypted document. */
export const lockedOffice = (): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1016),
    Buffer.from('EncryptedPackage', 'utf16le'),
    Buffer.alloc(480),
  ]);

import { unsupportedFiles } from './sentences.ts';

/** Why a file cannot be used (B5.10 to B5.13), in a sentence with its name. */
export const fileProblems = {
  notUploaded: (name: string) => `“${name}” was not uploaded completely. Please upload it again.`,
  empty: (name: string) => `“${name}” is empty.`,
  unsupported: (name: string) => unsupportedFiles([name]),
  legacyOffice: (name: string) =>
    `“${name}” has an older Office format. Please save it as DOCX, PPTX or XLSX and upload that.`,
  password: (name: string) => `“${name}” is protected by a password. Please remove the password and upload it again.`,
  broken: (name: string) => `“${name}” is damaged or incomplete, and cannot be read. Please upload it again.`,
  twoKinds: (name: string) =>
    `“${name}” is a file of two kinds at once, which is not safe. Please upload the original document.`,
  entities: (name: string) =>
    `“${name}” defines XML entities of its own, which is not safe. Please upload it without them.`,
  tooMuch: (name: string) => `“${name}” unpacks to more than can be read. Please split it into smaller files.`,
  tooLong: (name: string) => `“${name}” takes too long to read. Please split it into smaller files.`,
} as const;

export const fileProblem = (reason: keyof typeof fileProblems, name: string): string => fileProblems[reason](name);

/** A note about a file that can be used nevertheless. */
export const unreadText = (name: string): string =>
  `The model gets no text from “${name}”: it may be a scan. Attach its pages as pictures, or a version with text.`;
/** `pages`: for example `3–7, 12`. */
export const unreadPages = (name: string, pages: string): string =>
  /^\d+$/.test(pages)
    ? `The model gets no text from page ${pages} of “${name}”: it may be a scan. Attach it as a picture if it matters.`
    : `The model gets no text from pages ${pages} of “${name}”: they may be scans. Attach them as pictures if they matter.`;
export const unreadParts = (name: string): string =>
  `Only parts of “${name}” will be sent: there is more than the model can read at once.`;

import { omission, type Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import * as z from 'zod/mini';
import type { ModelFile } from '../../ports/model.ts';

const list = () => z.array(omission());

/** The stored omissions of a message; empty if nothing was left out or the key is gone. */
export const omissionsOf = (stored: string | null): Omission[] => {
  // A sealed value without its key is not JSON.
  if (stored === null || !stored.startsWith('[')) return [];
  return schemaFor(list).parse(JSON.parse(stored));
};

/** Whether a text is a stored list of omissions. */
export const isOmissions = (stored: string): boolean => {
  try {
    return schemaFor(list).safeParse(JSON.parse(stored)).success;
  } catch {
    // The text is not JSON.
    return false;
  }
};

/** The number of files that an omission names, and the length of their names. */
const maxNamed = { files: 5, characters: 100 } as const;

/** An omission about these files; empty without files. */
export const ofFiles = (kind: string, files: readonly { readonly name: string }[]): Omission[] =>
  files.length === 0
    ? []
    : [
        {
          kind,
          count: files.length,
          names: files.slice(0, maxNamed.files).map(({ name }) => name.slice(0, maxNamed.characters).toWellFormed()),
        },
      ];

/** The kinds that name files of the chat and of its collection alike. */
const naming: ReadonlySet<string> = new Set(['files-in-parts', 'files-cut', 'files-left-out']);

/**
 * The omissions for readers who know only files with these names: others are counted, but not named. A text file that a
 * message names .txt has its original extension here, such as `x.py`.
 */
export const namingOnly = (omissions: readonly Omission[], known: readonly string[]): Omission[] => {
  const isKnown = (name: string) =>
    known.some(
      (one) =>
        one.slice(0, maxNamed.characters).toWellFormed() === name ||
        (one.endsWith('.txt') && name.startsWith(one.slice(0, -'txt'.length))),
    );
  return omissions.map((omission) => {
    const { names = [], count = names.length, ...rest } = omission;
    return naming.has(omission.kind) ? { ...rest, count, names: names.filter(isKnown) } : omission;
  });
};

const isCut = ({ document }: ModelFile): boolean =>
  document !== undefined &&
  document.text !== '' &&
  (document.text.length < document.characters || document.cut === true);
const isInParts = ({ document }: ModelFile): boolean => document?.passages !== undefined && document.text !== '';
const isLeftOut = ({ document, picture }: ModelFile): boolean =>
  !picture && (document === undefined || (document.text === '' && document.characters > 0));

const isEmpty = ({ document }: ModelFile): boolean => document?.characters === 0;
const countedOf = (kind: string, files: readonly ModelFile[]): Omission[] =>
  files.length === 0 ? [] : [{ kind, count: files.length }];

/** What is left out of a request's files. An agent's files are not named, because not all of its users know them. */
export const omissionsIn = (files: readonly ModelFile[]): Omission[] => {
  const own = files.filter(({ from }) => from !== 'agent');
  const agents = files.filter(({ from }) => from === 'agent');
  const scans = own.filter((file) => file.from === 'prompt' && isEmpty(file));
  return [
    ...ofFiles('files-in-parts', own.filter(isInParts)),
    ...ofFiles(
      'files-cut',
      own.filter((file) => isCut(file) && !isInParts(file)),
    ),
    ...ofFiles('files-left-out', own.filter(isLeftOut)),
    ...ofFiles('files-empty', scans),
    ...own.flatMap((file) => {
      const pages = file.from === 'prompt' ? file.document?.emptyPages : undefined;
      return pages === undefined ? [] : ofFiles('pages-empty', [file]).map((one) => ({ ...one, pages }));
    }),
    ...countedOf('agent-files-empty', agents.filter(isEmpty)),
    ...(agents.some((file) => isCut(file) || isLeftOut(file)) ? [{ kind: 'agent-files-cut' }] : []),
  ];
};

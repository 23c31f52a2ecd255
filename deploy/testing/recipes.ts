import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A code block of a recipe: a whole file, a change of a file, or commands. */
export type Step =
  | { readonly kind: 'file'; readonly file: string; readonly text: string }
  | { readonly kind: 'change'; readonly file: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'command'; readonly command: string };

/** Adjacent lines of the file and the lines that replace them; without the former, they are appended. */
interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const block = /^( *)```(\w+)\n(.*?)^ *```$/gms;

const hunkOf = (text: string): Hunk => {
  const lines = text.split('\n').filter((line) => line !== '');
  const of = (sign: string) => lines.filter((line) => line[0] !== sign).map((line) => line.slice(1));
  return { before: of('+'), after: of('-') };
};

const stepOf = (language: string, text: string): Step => {
  const [first = '', ...rest] = text.split('\n');
  if (language === 'sh') return { kind: 'command', command: text.trim() };
  if (language !== 'diff') return { kind: 'file', file: first.replace('// ', ''), text: rest.join('\n') };
  return { kind: 'change', file: first.replace('+++ ', ''), hunks: rest.join('\n').split('@@\n').map(hunkOf) };
};

/** The recipes of a document by title: the sections with headings of level three. */
export const recipesIn = (document: string): Map<string, readonly Step[]> =>
  new Map(
    document
      .split(/^### /m)
      .slice(1)
      .map((section) => [
        section.slice(0, section.indexOf('\n')),
        [...section.matchAll(block)].map(([, indent = '', language = '', text = '']) =>
          stepOf(language, text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')),
        ),
      ]),
  );

const changed = (text: string, { before, after }: Hunk, file: string): string => {
  if (before.length === 0) return `${text}${after.join('\n')}\n`;
  const [found, ...rest] = `\n${text}`.split(`\n${before.join('\n')}\n`);
  if (found === undefined || rest.length !== 1)
    throw new Error(`${file} has ${rest.length} times what a recipe changes:\n${before.join('\n')}`);
  return `${found}\n${after.join('\n')}\n${rest[0]}`.slice(1);
};

/** Applies a code block to the tree at `root`. `run` executes its commands. */
export const follow = (root: string, step: Step, run: (command: string) => void): void => {
  if (step.kind === 'command') return run(step.command);
  const path = join(root, step.file);
  if (step.kind === 'file') {
    if (existsSync(path)) throw new Error(`${step.file} is there already.`);
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, step.text);
  }
  const text = step.hunks.reduce((so, hunk) => changed(so, hunk, step.file), readFileSync(path, 'utf8'));
  return writeFileSync(path, text);
};

import type { ElementContent } from 'hast';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import { createLowlight, type LanguageFn } from 'lowlight';

/** The languages of B4.56; `tsx` is TypeScript with its close relatives. */
export const grammars: Readonly<Record<string, LanguageFn>> = {
  tsx: typescript,
  python,
  javascript,
  java,
  cpp,
  csharp,
  php,
  go,
  swift,
  c,
  kotlin,
  sql,
  bash,
  json,
};

/**
 * Other names of the languages. They are listed because a grammar, which knows most of them, is built only when it is
 * needed.
 */
const aliases: Readonly<Record<string, string>> = {
  tsx: 'ts mts cts typescript',
  python: 'py gyp ipython',
  javascript: 'js jsx mjs cjs',
  java: 'jsp',
  cpp: 'cc c++ h++ hpp hh hxx cxx',
  csharp: 'cs c#',
  go: 'golang',
  c: 'h',
  kotlin: 'kt kts',
  bash: 'sh shell zsh',
  json: 'jsonc json5',
};
const names = new Map(
  Object.keys(grammars).flatMap((name) => [name, ...(aliases[name]?.split(' ') ?? [])].map((one) => [one, name])),
);

const lowlight = createLowlight();

/** In characters. Longer code stays plain, because highlighting blocks the page until it is done. */
const maxLength = 8000;

export const languages = (): readonly string[] => Object.keys(grammars);

/**
 * Builds the grammar of a language, given by any of its names. Returns its main name, or undefined if there is no
 * grammar.
 */
export const prepare = (language: string): string | undefined => {
  const name = names.get(language.toLowerCase());
  const grammar = name === undefined ? undefined : grammars[name];
  if (name === undefined || !grammar || lowlight.registered(name)) return name;
  lowlight.register(name, grammar);
  // A grammar is compiled with the first text that it highlights.
  lowlight.highlight(name, '');
  return name;
};

/** Compiling is slow only the first time, and fastest with the shortest grammar. */
export const warmUp = (): void => void prepare('json');

/** Highlighted nodes of a code. Undefined if it is too long, or in a language that is not among the fourteen. */
export const highlight = (code: string, language: string): readonly ElementContent[] | undefined => {
  const name = code.length <= maxLength ? prepare(language) : undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- highlighting a text gives elements and texts, never a doctype
  return name === undefined ? undefined : (lowlight.highlight(name, code).children as ElementContent[]);
};

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

/** The other names of a language: its grammar, which knows most of them, is made when it is first asked for. */
const otherNames: Readonly<Record<string, string>> = {
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
  Object.keys(grammars).flatMap((name) => [name, ...(otherNames[name]?.split(' ') ?? [])].map((one) => [one, name])),
);

const lowlight = createLowlight();

/** A longer line than this stays plain: highlighting is one task. */
const longest = 8000;

export const languages = (): readonly string[] => Object.keys(grammars);

/** Makes the grammar of a language, by any of its names; answers its name, or undefined for one of no grammar. */
export const prepare = (language: string): string | undefined => {
  const name = names.get(language.toLowerCase());
  const grammar = name === undefined ? undefined : grammars[name];
  if (name === undefined || !grammar || lowlight.registered(name)) return name;
  lowlight.register(name, grammar);
  // A grammar is put together with the first text that is read by it.
  lowlight.highlight(name, '');
  return name;
};

/** What makes grammars takes long only the first time, and least with the shortest one. */
export const warmUp = (): void => void prepare('json');

/** Highlighted nodes of a code; undefined for a language that is not among the fourteen. */
export const highlight = (code: string, language: string): readonly ElementContent[] | undefined => {
  const name = code.length <= longest ? prepare(language) : undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- highlighting a text gives elements and texts, never a doctype
  return name === undefined ? undefined : (lowlight.highlight(name, code).children as ElementContent[]);
};

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
import { createLowlight } from 'lowlight';

/** The languages of B4.56; `tsx` is TypeScript with its close relatives. */
const lowlight = createLowlight({
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
});
lowlight.registerAlias({ tsx: ['ts', 'typescript'], javascript: ['js', 'jsx', 'mjs'], bash: ['sh', 'shell', 'zsh'] });

/** A longer line than this stays plain: highlighting is one task. */
const longest = 8000;

export const languages = (): readonly string[] => lowlight.listLanguages();

/** Highlighted nodes of a code; undefined for a language that is not among the fourteen. */
export const highlight = (code: string, language: string): readonly ElementContent[] | undefined =>
  code.length <= longest && lowlight.registered(language)
    ? (lowlight.highlight(language, code).children as ElementContent[])
    : undefined;

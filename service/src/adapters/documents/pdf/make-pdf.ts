import { mkdtempSync, rmSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { DocumentTree } from '../tree.ts';
import { typstOf } from './blocks.ts';
import { pageOf } from './page.ts';

const folderOf = (name: string): string => {
  const found = findPackageJSON(name, import.meta.url);
  if (!found) throw new Error(`The fonts of ${name} are not installed.`);
  return dirname(found);
};

const google = (name: string, styles: readonly string[]): string[] =>
  styles.map((style) => join(folderOf(`@expo-google-fonts/${name}`), style));

const fontPaths = (): string[] => [
  ...google('inter', ['400Regular', '400Regular_Italic', '600SemiBold', '600SemiBold_Italic', '700Bold']),
  ...google('jetbrains-mono', ['400Regular', '700Bold']),
  ...google('noto-color-emoji', ['400Regular']),
  ...['sc', 'kr', 'arabic', 'hebrew'].map((script) => join(folderOf(`@embedpdf/fonts-${script}`), 'fonts')),
];

/** Makes a PDF from the tree. The compiler works in an empty folder, so it sees no file but the source. */
export const makePdf = (tree: DocumentTree): Uint8Array => {
  const workspace = mkdtempSync(join(tmpdir(), 'atrium-document-'));
  try {
    const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontPaths() }] });
    const compile = (formulas: boolean) =>
      compiler.compile({ mainFileContent: pageOf(tree.title, typstOf(tree, formulas)) });
    let compiled = compile(true);
    // A formula deep in quotes and lists may exceed Typst's nesting limit. Formulas shown as their sources still fit.
    if (!compiled.result) compiled = compile(false);
    if (!compiled.result) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics ?? 'no result'));
    return compiler.pdf(compiled.result, {});
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
};

import {
  isAwaitExpression,
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isJsxAttribute,
  isObjectBindingPattern,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSourceFile,
  isStringLiteral,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Checker, Type } from 'typescript/unstable/sync';
import { lineOf, openSources, runningNodes, type Sources, variantsOf } from './sources.ts';
import type { ReadContracts } from './used-contracts.ts';

type Kind = 'call' | 'event' | 'dialog' | 'slot';
interface Named {
  readonly kind: Kind;
  readonly name: string;
}
/** What a value means for the contracts: declarations, a module that holds some, or a function that checks a code. */
interface Meaning {
  readonly declared: readonly Named[];
  readonly module: boolean;
  readonly decides?: 'isFailure' | 'isGeneralFailure';
}

const nothing: Meaning = { declared: [], module: false };
const kinds: readonly Kind[] = ['call', 'event', 'dialog', 'slot'];
/** Files of the kernel, as sources or as types of its package. */
const ofContracts = (path: string) => /\/contracts\/(calls|events|dialogs|slots)(\/[\w-]+)?(\.d)?\.ts$/.test(path);
const ofFailures = (path: string) => /\/client\/failure(\.d)?\.ts$/.test(path);

const literal = (checker: Checker, type: Type, property: string): string | undefined => {
  const symbol = checker.getPropertyOfType(type, property);
  const value = symbol && checker.getTypeOfSymbol(symbol);
  return value?.isStringLiteralType() ? value.value : undefined;
};

/** Kinds of declarations, in sources and in the types of a package. */
const functions = new Set([SyntaxKind.ArrowFunction, SyntaxKind.FunctionType]);
const objects = new Set([SyntaxKind.ObjectLiteralExpression, SyntaxKind.TypeLiteral]);

/** Creates a function that finds the meaning of a type. Each type is read once. */
const meaningReader = (checker: Checker) => {
  const known = new Map<number, Meaning>();
  const read = (type: Type): Meaning => {
    const declaration = type.getSymbol()?.declarations[0];
    if (!declaration) return nothing;
    if (declaration.kind === SyntaxKind.SourceFile) return { ...nothing, module: ofContracts(declaration.path) };
    if (functions.has(declaration.kind) && ofFailures(declaration.path)) {
      const named = declaration.resolve()?.parent;
      const name = named && isVariableDeclaration(named) && isIdentifier(named.name) ? named.name.text : '';
      return name === 'isFailure' || name === 'isGeneralFailure' ? { ...nothing, decides: name } : nothing;
    }
    if (!objects.has(declaration.kind)) return nothing;
    const text = literal(checker, type, 'kind');
    const kind = kinds.find((one) => one === text);
    const name = kind && literal(checker, type, 'name');
    return kind && name ? { declared: [{ kind, name }], module: false } : nothing;
  };
  return (type: Type | undefined): Meaning => {
    if (!type) return nothing;
    const before = known.get(type.id);
    if (before) return before;
    const all = variantsOf(type).map(read);
    const [first = nothing] = all;
    const meaning = all.length === 1 ? first : { ...first, declared: all.flatMap(({ declared }) => declared) };
    known.set(type.id, meaning);
    return meaning;
  };
};

/** Whether a node is a value: a name that is used or bound, a property that is read, or something that is awaited. */
const isValue = (node: Node): boolean => {
  if (isPropertyAccessExpression(node) || isElementAccessExpression(node) || isAwaitExpression(node)) return true;
  if (!isIdentifier(node)) return false;
  const { parent } = node;
  const isLabel =
    ((isPropertyAccessExpression(parent) || isPropertyAssignment(parent) || isJsxAttribute(parent)) &&
      parent.name === node) ||
    (isBindingElement(parent) && parent.propertyName === node);
  return !isLabel;
};

/** Whether a value only gets another name: `const is = isFailure`, `const { chat } = calls`. */
const isRenamed = (node: Node): boolean => {
  const { parent } = node;
  if (isVariableDeclaration(parent) || isBindingElement(parent) || isParameterDeclaration(parent)) {
    if (parent.name === node) return true;
    if (!isVariableDeclaration(parent) || parent.initializer !== node) return false;
    const { name } = parent;
    return (
      !isObjectBindingPattern(name) || name.elements.every((one) => !('dotDotDotToken' in one && one.dotDotDotToken))
    );
  }
  return false;
};
const isReadFrom = ({ parent }: Node, node: Node): boolean =>
  (isPropertyAccessExpression(parent) || isElementAccessExpression(parent)) && parent.expression === node;

/**
 * Whether a file is a part of the kernel that is built into its users, unlike contracts, which are data, and unlike
 * what the shell shares.
 */
const isBuiltIn = (path: string) =>
  /\/(?:shared-kernel|@atrium\/kernel)\/(?!contracts\/|ui\/|(bus|client|session|remote)\/\1\.).*\.tsx?$/.test(path);

/**
 * The files of a package, and the parts of the kernel that are built into it, because they make calls as that package.
 */
const reachedFiles = ({ own, checker }: Sources): SourceFile[] => {
  const files = new Set(own);
  for (const file of files)
    for (const statement of file.statements) {
      if (!isImportDeclaration(statement) && !isExportDeclaration(statement)) continue;
      if (isExportDeclaration(statement) ? statement.isTypeOnly : statement.importClause?.phaseModifier) continue;
      const from = statement.moduleSpecifier;
      if (!from || !isStringLiteral(from) || !/^(\.|@atrium\/(shared-)?kernel\/)/.test(from.text)) continue;
      const target = checker.getSymbolAtLocation(from)?.declarations[0]?.resolve();
      if (target && isSourceFile(target) && isBuiltIn(target.fileName)) files.add(target);
    }
  return [...files];
};

const readFile = (file: SourceFile, root: string, { checker }: Sources, meaningOf: (type?: Type) => Meaning) => {
  const found: Named[] = [];
  const decided: { call: string; code: string }[] = [];
  const problems: string[] = [];
  const refuse = (node: Node, why: string) => problems.push(`${lineOf(node, root)}: ${why}`);

  const readDecision = (node: Node, general: boolean) => {
    const call = node.parent;
    if (!isCallExpression(call) || call.expression !== node) {
      if (!isRenamed(node)) refuse(node, 'write the call and the code as literals, and do not pass this function on.');
      return;
    }
    const [, ...args] = call.arguments;
    const types = checker.getTypeAtLocation(args);
    const calls = general ? ['*'] : meaningOf(types[0]).declared.map(({ name }) => name);
    const code = types.at(-1);
    const codes = code ? variantsOf(code) : [];
    if (calls.length !== 1 || codes.length === 0 || !codes.every((one) => one.isStringLiteralType()))
      refuse(node, 'write the call and the code as literals.');
    else for (const one of codes) decided.push({ call: calls[0] ?? '', code: one.value });
  };

  const nodes = runningNodes(file);
  for (const node of nodes)
    if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) {
      const [from] = node.arguments;
      if (!from || !isStringLiteral(from)) refuse(node, 'write the imported module as a literal.');
    }
  const values = nodes.filter(isValue);
  for (const [at, type] of checker.getTypeAtLocation(values).entries()) {
    const node = values[at];
    if (!node) continue;
    const { declared, module, decides } = meaningOf(type);
    found.push(...declared);
    if (module && !isReadFrom(node, node) && !isRenamed(node))
      refuse(node, 'write each call, event, dialog or slot that you use as a literal: this could be any of them.');
    if (decides) readDecision(node, decides === 'isGeneralFailure');
  }
  return { found, decided, problems };
};

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

const readPackage = (root: string, sources: Sources): ReadContracts => {
  const meaningOf = meaningReader(sources.checker);
  const read = reachedFiles(sources).map((file) => readFile(file, root, sources, meaningOf));
  const names = (kind: Kind) =>
    sorted(read.flatMap(({ found }) => found.filter((one) => one.kind === kind).map(({ name }) => name)));
  const decided = read.flatMap((one) => one.decided);
  return {
    problems: read.flatMap((one) => one.problems).toSorted(),
    used: {
      calls: names('call'),
      events: names('event'),
      dialogs: names('dialog'),
      slots: names('slot'),
      failures: Object.fromEntries(
        sorted(decided.map(({ call }) => call)).map((call) => [
          call,
          sorted(decided.filter((one) => one.call === call).map(({ code }) => code)),
        ]),
      ),
    },
  };
};

/** Reads the sources of packages; `problems` has a sentence for each use that even the compiler cannot name. */
export const readContracts = (roots: readonly string[]): ReadContracts[] => {
  const { packages, close } = openSources(roots);
  const read = packages.map((sources, at) => readPackage(roots[at] ?? '', sources));
  close();
  return read;
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checker, SignatureKind, type Symbol, SymbolFlags, type Type } from 'typescript/unstable/sync';
import * as z from 'zod/mini';
import { type Comparison, comparison } from './changed-signatures.ts';
import { openPrograms } from './sources.ts';

// Runs in its own process, like `main.ts`. It reads a comparison and prints the names of what changed.

const namesOf = (checker: Checker, type: Type) => checker.getPropertiesOfType(type).map(({ name }) => name);

/** Whether a property is gone. Remotes may pass or read it, even if it is optional. */
const loses = (checker: Checker, was: Type, is: Type): boolean => {
  const now = new Set(namesOf(checker, is));
  return namesOf(checker, was).some((name) => !now.has(name));
};

/** Whether a parameter accepts fewer properties than before. Assignability says nothing about optional ones. */
const acceptsLess = (checker: Checker, was: Type, is: Type): boolean => {
  const now = checker.getSignaturesOfType(is, SignatureKind.Call)[0];
  return checker.getSignaturesOfType(was, SignatureKind.Call).some((signature) =>
    signature.parameters.some((_, at) => {
      const [given, accepted] = [checker.getParameterType(signature, at), now && checker.getParameterType(now, at)];
      return given !== undefined && accepted !== undefined && loses(checker, given, accepted);
    }),
  );
};

const valueChanged = (checker: Checker, was: Symbol, is: Symbol): boolean => {
  const [before, now] = [checker.getTypeOfSymbol(was), checker.getTypeOfSymbol(is)];
  if (!before || !now) return true;
  return !checker.isTypeAssignableTo(now, before) || acceptsLess(checker, before, now);
};

/** Whether a type has parameters. Two generic types cannot be compared directly; the values that use them are. */
const isGeneric = ({ declarations }: Symbol): boolean =>
  declarations.some((declaration) => {
    const node = declaration.resolve();
    return node !== undefined && 'typeParameters' in node && node.typeParameters !== undefined;
  });

/**
 * A type of an argument may accept more and a type of a result may give more. Which of the two it is, only values show.
 */
const typeChanged = (checker: Checker, was: Symbol, is: Symbol): boolean => {
  if (isGeneric(was) || isGeneric(is)) return false;
  const [before, now] = [checker.getDeclaredTypeOfSymbol(was), checker.getDeclaredTypeOfSymbol(is)];
  const isRelated = checker.isTypeAssignableTo(now, before) || checker.isTypeAssignableTo(before, now);
  return !isRelated || loses(checker, before, now);
};

const manifest = () => z.looseObject({ version: z.optional(z.string()) });

const changed = ({ kernel, before, modules }: Comparison): string[] => {
  // The earlier declarations lie next to the sources, so that both find the same libraries. Their package has the same
  // name but no version, because the compiler treats two packages of the same name and version as one.
  const folder = join(kernel, '.before');
  const virtual = Object.fromEntries(Object.entries(before).map(([name, text]) => [join(folder, name), text]));
  const { version: _, ...named } = manifest().parse(JSON.parse(readFileSync(join(kernel, 'package.json'), 'utf8')));
  const files = [...Object.values(modules).map((file) => join(kernel, file)), ...Object.keys(virtual)];
  const { programs, close } = openPrograms(
    [kernel],
    { files },
    {
      ...virtual,
      [join(folder, 'package.json')]: JSON.stringify(named),
    },
  );
  const { checker, file } = programs[0]!;
  const exportsOf = (path: string) => {
    const source = file(path);
    const module = source && checker.getSymbolAtLocation(source);
    const all = module ? checker.getExportsOfModule(module) : [];
    return new Map(all.map((one) => [one.name, one.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one]));
  };
  const found = Object.entries(modules).flatMap(([module, path]) => {
    const now = exportsOf(join(kernel, path));
    // Declarations between remotes are schemas, and compared as such when a version is deployed.
    const hasValues = !module.startsWith('contracts/');
    return [...exportsOf(join(folder, path))].flatMap(([name, was]) => {
      const is = now.get(name);
      if (!is) return [];
      const isChanged =
        (hasValues && was.flags & SymbolFlags.Value && valueChanged(checker, was, is)) ||
        (was.flags & SymbolFlags.Type && typeChanged(checker, was, is));
      return isChanged ? [`${module}.${name}`] : [];
    });
  });
  close();
  return found;
};

process.stdout.write(JSON.stringify(changed(comparison().parse(JSON.parse(readFileSync(0, 'utf8'))))));

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a package declares for others, each in a file of this name beside its contract. */
const kinds = ['events', 'dialogs', 'slots'] as const;

/** A copy of what another package declares: who takes it has it among its own sources, so nobody reads another's folder. */
interface Copy {
  readonly file: string;
  readonly text: string;
}

/** By kind and by the first word of its names, as `events/chat`, the declarations of a package. */
const declaredIn = (root: string): Map<string, Copy> =>
  new Map(
    globSync(`*/{${kinds.join(',')}}.ts`, { cwd: root }).flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const [, area] = /name: '(\w+)\./.exec(text) ?? [];
      return area ? [[`${/(\w+)\.ts$/.exec(file)?.[1] ?? ''}/${area}`, { file, text }] as const] : [];
    }),
  );

const copyOf = ({ file, text }: Copy): string => `// Declared in ${file}: \`pnpm declarations\` wrote it.\n${text}`;

/** The copies that `contracts/<kind>.ts` of a package names, or that are there, as they should be; undefined: nobody declares it. */
const wantedIn = (root: string): { readonly file: string; readonly text: string | undefined }[] => {
  const declared = declaredIn(root);
  const named = globSync(`*/contracts/{${kinds.join(',')}}.ts`, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '\.\/(\w+\/\w+\.ts)'/g)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  );
  const there = globSync(`*/contracts/{${kinds.join(',')}}/*.ts`, { cwd: root });
  return [...new Set([...named, ...there])]
    .filter((file) => !file.startsWith('shared-kernel'))
    .toSorted()
    .map((file) => {
      const owner = declared.get(/(\w+\/\w+)\.ts$/.exec(file)?.[1] ?? '');
      return { file, text: owner && copyOf(owner) };
    });
};

/** Copies in the workspace's packages that are not what their owners declare, a sentence each. */
export const declarationProblems = (root: string): string[] =>
  wantedIn(root).flatMap(({ file, text }) => {
    if (text === undefined) return [`${file} is of nobody: no package declares it.`];
    const is = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
    return is === text ? [] : [`${file} is not what its owner declares: run \`pnpm declarations\`.`];
  });

/** Writes the copies as their owners declare them; answers those that changed. */
export const writeDeclarations = (root: string): string[] =>
  wantedIn(root).flatMap(({ file, text }) => {
    const path = join(root, file);
    if (text === undefined || (existsSync(path) && readFileSync(path, 'utf8') === text)) return [];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return [file];
  });

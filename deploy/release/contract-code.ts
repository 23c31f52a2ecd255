import { kernelName } from '../build/packages.ts';
import type { ReleaseRecord } from './record.ts';
import { codeOfSchema, quoted } from './schema-code.ts';

interface Declared {
  readonly kind: 'event' | 'dialog' | 'slot';
  readonly name: string;
  readonly version: number;
  /** Its other properties, as code. */
  readonly more: Readonly<Record<string, string>>;
}

/**
 * The name without the owner's prefix: the event `chat.created` becomes `created`, the dialog `chat.share` becomes
 * `shareDialog`.
 */
const constantOf = ({ kind, name }: Declared): string => {
  if (!/^\w+(?:[.-]\w+)+$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a declaration.`);
  const [, ...words] = name.split('.');
  const word = words.join('-').replaceAll(/-(\w)/g, (_, character: string) => character.toUpperCase());
  return kind === 'event' ? word : word + suffixes[kind];
};

const suffixes = { dialog: 'Dialog', slot: 'Slot' } as const;
const typeOf = { event: 'EventDef', dialog: 'DialogDef', slot: 'SlotDef' } as const;

const declaration = (of: Declared, owner: string): string => {
  const { kind, name, version, more } = of;
  const all = { kind: quoted(kind), name: quoted(name), owner: quoted(owner), version: String(version), ...more };
  const lines = Object.entries(all).map(([key, value]) => `  ${key}: ${value},\n`);
  return `export const ${constantOf(of)} = {\n${lines.join('')}} as const satisfies ${typeOf[kind]};\n`;
};

/** What a published version declares for others to use: its events, dialogs and slots. */
const declarationsOf = ({ contract, release }: ReleaseRecord): Declared[] => [
  ...contract.emits.map(({ payload, ...of }): Declared => ({
    ...of,
    kind: 'event',
    more: { payload: `() => ${codeOfSchema(payload)}` },
  })),
  ...contract.supplies.map(({ props = {}, ...of }): Declared => {
    const shown = release?.contract.dialogs.find(({ dialog }) => dialog === of.name);
    const more = {
      title: quoted(shown?.title ?? ''),
      size: quoted(shown?.size ?? 'medium'),
      props: `() => ${codeOfSchema(props)}`,
    };
    return { ...of, kind: 'dialog', more };
  }),
  ...contract.slots.map(({ input, result, many, ...of }): Declared => {
    const { shows = 'content', most = 1, kB = 0 } = many ?? {};
    const more = {
      ...(input ? { input: `() => ${codeOfSchema(input)}` } : {}),
      ...(result ? { result: `() => ${codeOfSchema(result)}` } : {}),
      ...(many ? { many: `{ shows: ${quoted(shows)}, most: ${most}, kB: ${kB} }` } : {}),
    };
    return { ...of, kind: 'slot', more };
  }),
];

/**
 * A module with the declarations of a published version, for the repository of a remote that uses them: typed, and
 * validated by zod in both directions. Throws a sentence if two declarations would have the same name, or if there are
 * none.
 */
export const contractCode = (record: ReleaseRecord): string => {
  const declared = declarationsOf(record);
  const title = `${record.name}@${record.version}`;
  if (declared.length === 0) throw new Error(`${title} declares no events, dialogs or slots.`);
  const names = declared.map(constantOf);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double) throw new Error(`${title} declares two things that are called ${double}.`);
  const types = [...new Set(declared.map(({ kind }) => typeOf[kind]))].toSorted().join(', ');
  return [
    `// What ${title} declares, as it was published: \`remote-kit types ${title}\` wrote it.\n`,
    `import type { ${types} } from '${kernelName}/contracts/define';\nimport * as z from 'zod/mini';\n`,
    ...declared.map((of) => declaration(of, record.name)),
  ].join('\n');
};

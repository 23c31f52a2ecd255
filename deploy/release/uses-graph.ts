import type { RecordedContract, ReleaseRecord } from './record.ts';

type UseKind = 'event' | 'dialog' | 'slot' | 'call';

/** One part uses something of another one: handles its event, opens its dialog, fills its slot, makes its call. */
export interface Use {
  readonly by: string;
  readonly of: string;
  readonly kind: UseKind;
  /** `chat.created` */
  readonly name: string;
}

/** Who uses what among some releases. */
export interface UsesGraph {
  readonly parts: readonly { readonly name: string; readonly version?: string }[];
  readonly uses: readonly Use[];
}

type Named = { readonly name: string };
type Part = Pick<ReleaseRecord, 'name' | 'version' | 'contract'>;

/** Handles every call. */
const service = 'service';
const words: Record<UseKind, string> = { event: 'handles', dialog: 'opens', slot: 'fills', call: 'calls' };

const kinds = ['event', 'dialog', 'slot', 'call'] as const;
const byName = (one: Named, other: Named) => one.name.localeCompare(other.name, 'en', { numeric: true });

/**
 * Derived from recorded contracts, without what a part uses of itself. `version` is that of the service, if it is
 * known.
 */
export const usesGraph = (parts: readonly Part[], version?: string): UsesGraph => {
  const usesOf = ({ name: by, contract }: Part): Use[] => {
    const uses = (kind: UseKind, wanted: readonly Named[], given: (contract: RecordedContract) => readonly Named[]) =>
      wanted.flatMap(({ name }) =>
        parts
          .filter((one) => given(one.contract).some((each) => each.name === name))
          .map((owner): Use => ({ by, of: owner.name, kind, name })),
      );
    return [
      ...uses('event', contract.handles, ({ emits }) => emits),
      ...uses('dialog', contract.opens, ({ supplies }) => supplies),
      ...uses('slot', contract.fills, ({ slots }) => slots),
      ...contract.calls.map(({ name }): Use => ({ by, of: service, kind: 'call', name })),
    ];
  };
  return {
    parts: [
      ...parts.map((part) => ({ name: part.name, version: part.version })),
      { name: service, ...(version === undefined ? {} : { version }) },
    ],
    uses: parts.flatMap(usesOf).filter(({ by, of }) => by !== of),
  };
};

/** Everything that one part uses of another one. */
export interface Link {
  readonly by: string;
  readonly of: string;
  readonly uses: readonly Use[];
}

/** In the order of the parts, without empty ones. */
export const linksOf = ({ parts, uses }: UsesGraph): Link[] =>
  parts.flatMap((by) =>
    parts.flatMap((of) => {
      const between = uses.filter((use) => use.by === by.name && use.of === of.name).toSorted(byName);
      return between.length > 0 ? [{ by: by.name, of: of.name, uses: between }] : [];
    }),
  );

/** `handles chat.created, chat.named; opens chat.share` */
export const linkText = ({ uses }: Pick<Link, 'uses'>): string =>
  kinds
    .map((kind) => [kind, uses.filter((use) => use.kind === kind).map(({ name }) => name)] as const)
    .flatMap(([kind, names]) => (names.length > 0 ? [`${words[kind]} ${names.join(', ')}`] : []))
    .join('; ');

const countText = ({ uses }: Link): string =>
  kinds
    .map((kind) => [kind, uses.filter((use) => use.kind === kind).length] as const)
    .flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}${count === 1 ? '' : 's'}`] : []))
    .join(', ');

/** For Graphviz. Names of parts and contracts contain no quotes. */
export const graphDot = (graph: UsesGraph): string[] => [
  'digraph {',
  '  rankdir=LR; node [shape=box];',
  ...graph.parts.map(({ name, version }) => `  "${name}" [label="${version ? `${name}\\n${version}` : name}"];`),
  ...linksOf(graph).map((link) => `  "${link.by}" -> "${link.of}" [label="${countText(link)}"];`),
  '}',
];

/** For Markdown, as GitHub and GitLab render it. */
export const graphMermaid = (graph: UsesGraph): string[] => [
  'flowchart LR',
  ...graph.parts.map(({ name, version }) => `  ${name}["${version ? `${name} ${version}` : name}"]`),
  ...linksOf(graph).map((link) => `  ${link.by} -->|${countText(link)}| ${link.of}`),
];

/** For people: what each part uses of each other one. */
export const graphLines = (graph: UsesGraph): string[] => {
  const links = linksOf(graph);
  const wide = Math.max(0, ...links.map(({ of }) => of.length));
  return graph.parts.flatMap(({ name, version }) => {
    const own = links.filter(({ by }) => by === name);
    return [
      `${name}${version ? `@${version}` : ''}${own.length === 0 ? '  uses nothing of others' : ''}`,
      ...own.map((link) => `  ${link.of.padEnd(wide)}  ${linkText(link)}`),
    ];
  });
};

import type { EnvironmentSet } from '../release/release-set.ts';
import { rolloutText } from '../release/rollout.ts';

/** Who gets a part of a set, in words. */
export interface RolloutView {
  /** A remote with its version, or a flag. */
  readonly name: string;
  readonly kind: 'version' | 'flag' | 'preview';
  readonly for: string;
}

/** What a set gives to some users only: versions by groups, then flags, then previews. */
export const flagsView = ({ remotes, flags = {}, previews = [] }: EnvironmentSet): RolloutView[] => [
  ...remotes.flatMap(({ name, version, groups, canary }): RolloutView[] => [
    ...(groups ? [{ name: `${name}@${version}`, kind: 'version' as const, for: rolloutText(groups) }] : []),
    ...(canary?.groups
      ? [{ name: `${name}@${canary.release.version}`, kind: 'version' as const, for: rolloutText(canary.groups) }]
      : []),
  ]),
  ...Object.entries(flags).map(([name, rules]): RolloutView => ({ name, kind: 'flag', for: rolloutText(rules) })),
  ...previews.map(({ ends, release: { name, version } }): RolloutView => ({
    name: `${name}@${version}`,
    kind: 'preview',
    for: `whoever opens its address, until ${ends}`,
  })),
];

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** The same for the operator page; empty if there is none. */
export const flagsSection = (views: readonly RolloutView[]): string =>
  views.length === 0
    ? ''
    : `<h2>Groups and flags</h2>
<div class="wide" role="region" aria-label="Groups and flags" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">For</th></tr></thead>
<tbody>
${views.map((one) => `<tr>${[one.name, one.kind, one.for].map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`).join('\n')}
</tbody>
</table></div>
`;

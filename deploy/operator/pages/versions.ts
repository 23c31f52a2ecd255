import { canaryOf, canaryText, type Environment, partNames, pinOf, versionsBefore } from '../../release/environment.ts';
import type { ActionName } from '../../release/operators/actions.ts';
import { type Actor, isAllowed, type Policy } from '../../release/operators/policy.ts';
import type { DeskState, EndedCanary } from '../desk-state.ts';
import { markup, type Html, timeText } from '../html.ts';
import { actionForms } from './action-form.ts';

/** What an operator can do with a remote or the shell as it is pinned. */
const actionsFor = (pins: Environment, name: string): ActionName[] => {
  const pin = pinOf(pins, name);
  const isRemote = name in pins.remotes;
  const canGoBack = pin && (canaryOf(pin) ?? versionsBefore(pin)[0]);
  return [
    'pin',
    ...(isRemote ? (['canary'] as const) : []),
    ...(canGoBack ? (['rollback'] as const) : []),
    'good',
    ...(isRemote ? [pin?.disabled ? ('enable' as const) : ('disable' as const)] : []),
  ];
};

const pinText = (pins: Environment, name: string): Html => {
  const pin = pinOf(pins, name) ?? { version: '' };
  const { version, previous, canary, share, disabled } = pin;
  const tried = share === undefined ? undefined : canaryOf(pin);
  return markup`<p>
      ${version}${tried ? `, for ${canaryText(tried)} only` : ''}${
        previous === undefined ? '' : `, before that ${previous}`
      }
    </p>
    ${canary ? markup`<p><span class="state waiting">Canary</span> ${canary.version} for ${canaryText(canary)}</p>` : ''}${
      disabled ? markup`<p><span class="state refused">Disabled</span> No browser gets it.</p>` : ''
    }`;
};

const labels: Readonly<Partial<Record<ActionName, string>>> = { good: 'Mark as good', rollback: 'Roll back' };

const actionLink = (action: ActionName, name: string, label = actionForms[action].button): Html =>
  markup`<a
    class="button quiet small"
    href="/do/${action}?remote=${encodeURIComponent(name)}"
    aria-label="${label}: ${name}"
    >${label}</a
  >`;

const partItem = ({ policy, pins }: Pick<DeskState, 'policy' | 'pins'>, actor: Actor, name: string): Html => {
  const allowed = actionsFor(pins, name).filter((one) => policy && isAllowed(policy, actor, one, [name]));
  const endsCanary = canaryOf(pinOf(pins, name)) !== undefined;
  return markup`<li>
    <div>
      <h3>${name}</h3>
      ${pinText(pins, name)}
    </div>
    <div class="row">
      ${allowed.map((one) =>
        actionLink(
          one,
          name,
          one === 'rollback' && endsCanary ? 'End canary' : (labels[one] ?? actionForms[one].button),
        ),
      )}
    </div>
  </li>`;
};

/** A remote that is published but that nobody gets. Its first version may start as a canary. */
const unpinnedItem = (name: string, versions: readonly string[], allowed: readonly ActionName[]): Html =>
  markup`<li>
    <div>
      <h3>${name}</h3>
      <p>${versions.join(', ')}</p>
    </div>
    <div class="row">${allowed.map((one) => actionLink(one, name))}</div>
  </li>`;

const endedItem = ({ part, was, at, why }: EndedCanary): Html =>
  markup`<li>
    <div>
      <h3>${part}</h3>
      <p>Before: ${was}, ${timeText(at)}</p>
      <p>${why}</p>
    </div>
  </li>`;

const unpinnedSection = ({ policy, unpinned }: DeskState, actor: Actor): Html | undefined => {
  const items = unpinned.flatMap(({ name, versions }) => {
    const allowed = (['pin', 'canary'] as const).filter((one) => policy && isAllowed(policy, actor, one, [name]));
    return allowed.length > 0 ? [unpinnedItem(name, versions, allowed)] : [];
  });
  return items.length > 0
    ? markup`<h2>Published, not pinned</h2>
        <ul class="list" aria-label="Published, not pinned">
          ${items}
        </ul>`
    : undefined;
};

const promoteLink = ({ roles }: Policy, actor: Actor): Html | undefined =>
  actor.roles.some((of) => roles[of]?.may.some((one) => one === '*' || one === 'promote'))
    ? markup`<p class="row after">
        <a class="button quiet small" href="/do/promote">Promote from another environment</a>
      </p>`
    : undefined;

/** What is pinned, what could be pinned, and canaries that the watch ended. */
export const versionSections = (state: DeskState, actor: Actor): Html =>
  markup`<h2>Versions</h2>
    <ul class="list" aria-label="Versions">
      ${partNames(state.pins).map((name) => partItem(state, actor, name))}
    </ul>
    ${state.policy ? promoteLink(state.policy, actor) : ''} ${unpinnedSection(state, actor)}
    ${
      state.ended.length > 0
        ? markup`<h2>Canaries that ended by themselves</h2>
            <ul class="list" aria-label="Canaries that ended by themselves">
              ${state.ended.map(endedItem)}
            </ul>`
        : ''
    }`;

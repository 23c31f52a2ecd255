import { partNames, pinOf, versionsBefore } from '../../release/environment.ts';
import type { Environment } from '../../release/environment.ts';
import type { ActionName } from '../../release/operators/actions.ts';
import type { Preview } from '../../release/operators/preview.ts';
import type { Request } from '../../release/operators/requests.ts';
import { markup, type Html, linesText, tokenField } from '../html.ts';
import { audiences, type Fields, groupField, type GroupField, groupFields, isGroupField } from './group-fields.ts';

interface Form {
  readonly title: string;
  readonly button: string;
  readonly about: string;
  readonly fields: readonly (
    | 'remote'
    | 'version'
    | 'percent'
    | 'why'
    | 'from'
    | 'remotes'
    | 'flag'
    | 'audience'
    | GroupField
  )[];
  readonly danger?: true;
}

/** The texts and fields of the form for each kind of request. */
export const actionForms: Readonly<Record<ActionName, Form>> = {
  pin: {
    title: 'Pin a version',
    button: 'Pin',
    about: 'All browsers get this version with their next page load.',
    fields: ['remote', 'version'],
  },
  canary: {
    title: 'Start a canary',
    button: 'Canary',
    about:
      'A share of all browsers, a group of people, or both get this version. It ends by itself if it fails or is slow.',
    fields: ['remote', 'version', 'percent', ...groupFields],
  },
  flag: {
    title: 'Change a flag',
    button: 'Change flag',
    about: 'People have it with their next page load. It needs no release.',
    fields: ['remote', 'flag', 'audience', ...groupFields],
  },
  promote: {
    title: 'Promote',
    button: 'Promote',
    about: 'Deploys what another environment pins.',
    fields: ['from', 'remotes'],
  },
  rollback: {
    title: 'Roll back',
    button: 'Roll back',
    about: 'Ends a running canary. Without one, goes back to the last version that ran well.',
    fields: ['remote', 'why'],
    danger: true,
  },
  disable: {
    title: 'Disable a remote',
    button: 'Disable',
    about: 'No browser gets it from the next page load on. Its pages say that it is off.',
    fields: ['remote', 'why'],
    danger: true,
  },
  enable: {
    title: 'Enable a remote',
    button: 'Enable',
    about: 'Browsers get it again, as it is pinned.',
    fields: ['remote', 'why'],
  },
  good: {
    title: 'Mark a version as good',
    button: 'Mark as good',
    about: 'Rollbacks lead to versions that are marked as good.',
    fields: ['remote', 'version', 'why'],
  },
};

export const isAction = (name: string | undefined): name is ActionName =>
  name !== undefined && Object.hasOwn(actionForms, name);

interface Choices {
  readonly pins: Environment;
  readonly versions: (name: string) => readonly string[];
  readonly environments: readonly string[];
  /** The flags of a remote, by their own names. */
  readonly flags: (remote: string) => readonly string[];
}

const select = (label: string, name: string, options: readonly string[], chosen: string, hint?: string): Html =>
  markup`<label
    >${label}<select name="${name}" required>
      ${options.map((one) => markup`<option${one === chosen ? markup` selected` : ''}>${one}</option>`)}</select
    >${hint ? markup`<span class="hint">${hint}</span>` : ''}</label
  >`;

const fieldOf = (
  field: Form['fields'][number],
  given: Fields,
  { pins, versions, environments, flags }: Choices,
): Html => {
  const value = given[field] ?? '';
  if (isGroupField(field)) return groupField(field, value);
  const remote = given['remote'] ?? '';
  switch (field) {
    case 'remote':
      return partNames(pins).includes(remote)
        ? markup`<label>Remote<input name="remote" value="${remote}" readonly /></label>`
        : markup`<label>Remote<input name="remote" value="${remote}" required /></label>`;
    case 'version': {
      const pin = pinOf(pins, remote);
      const known = [...new Set([...versions(remote), ...(pin ? versionsBefore(pin) : [])])];
      return known.length > 0
        ? select('Version', 'version', known, value || known[0] || '', `Now: ${pin?.version ?? 'not pinned'}`)
        : markup`<label>Version<input name="version" value="${value}" required /></label>`;
    }
    case 'percent':
      return markup`<label
        >Share of all browsers, in percent (optional)<input
          type="number"
          name="percent"
          min="0"
          max="99"
          value="${value}"
        /><span class="hint">Leave it empty to give it to the group below only. With both, either is enough.</span></label
      >`;
    case 'flag':
      return select('Flag', 'flag', flags(remote), value);
    case 'audience':
      return select('On for', 'audience', Object.keys(audiences), value);
    case 'why':
      return markup`<label>Reason (optional)<input name="why" value="${value}" maxlength="300" /></label>`;
    case 'from':
      return select(
        'From',
        'from',
        environments.filter((one) => one !== pins.environment),
        value,
      );
    case 'remotes':
      return markup`<label
        >Remotes<input name="remotes" value="${value}" placeholder="All" /><span class="hint"
          >Names, separated by spaces. Leave it empty for all.</span
        ></label
      >`;
  }
};

/** The form of a request, before anything is requested. */
export const actionFormPage = (name: ActionName, given: Fields, token: string, choices: Choices): Html => {
  const form = actionForms[name];
  return markup`<p class="about">${form.about}</p>
    <form class="card" method="post" action="/preview/${name}">
      ${tokenField(token)} ${form.fields.map((field) => fieldOf(field, given, choices))}
      <div class="row"><button>Continue</button><a class="button quiet" href="/">Cancel</a></div>
    </form>`;
};

interface PreviewPage {
  readonly name: ActionName;
  readonly fields: Fields;
  readonly preview: Preview;
  readonly base: Request['base'];
  readonly approvals: number;
  readonly token: string;
}

/** What the request would change, and the button that submits it. */
export const previewPage = ({ name, fields, preview, base, approvals, token }: PreviewPage): Html => {
  const form = actionForms[name];
  const given = form.fields.map(
    (field) => markup`<input type="hidden" name="${field}" value="${fields[field] ?? ''}" />`,
  );
  const back = `/do/${name}?${new URLSearchParams(form.fields.map((field) => [field, fields[field] ?? '']))}`;
  const hidden = markup`${given}<input type="hidden" name="serial" value="${base.serial}" /><input
      type="hidden"
      name="set"
      value="${base.id}"
    />`;
  if (!preview.fits)
    return markup`<div class="card">
      <h2>This can’t be done</h2>
      ${linesText(preview.lines)}
      <div class="row"><a class="button quiet" href="${back}">Go back</a></div>
    </div>`;
  return markup`<div class="card"><div><h2>What changes</h2>${linesText(preview.lines)}</div>
${fields['why'] ? markup`<p>Reason: ${fields['why']}</p>` : ''}
${preview.endsCanary ? markup`<p class="note">This ends a canary that is running.</p>` : ''}
${approvals > 0 ? markup`<p class="hint">It is done once ${approvals === 1 ? 'one other person has approved it' : `${approvals} other people have approved it`}.</p>` : ''}
<form method="post" action="/requests/${name}">${tokenField(token)}${hidden}${
    preview.endsCanary ? markup`<input type="hidden" name="endsCanary" value="true" />` : ''
  }
<div class="row"><button${form.danger || preview.endsCanary ? markup` class="danger"` : ''}>${approvals > 0 ? 'Request approval' : form.button}</button><a class="button quiet" href="${back}">Go back</a></div></form></div>`;
};

import { canaryText } from '../../release/environment.ts';
import type { Action, ActionName } from '../../release/operators/actions.ts';
import { type Actor, isAllowed, type Policy } from '../../release/operators/policy.ts';
import { rolloutText } from '../../release/rollout.ts';
import type { DeskState, RequestState } from '../desk-state.ts';
import { alertText, markup, type Html, linesText, timeText } from '../html.ts';
import type { FlagState } from '../../release/commands/flag.ts';
import { versionSections } from './versions.ts';

const stateWords: Readonly<Record<RequestState['state'], string>> = {
  done: 'Done',
  refused: 'Not done',
  waiting: 'Waiting for approval',
  queued: 'In progress',
};

export const stateBadge = ({ state }: RequestState): Html =>
  markup`<span class="state ${state}">${stateWords[state]}</span>`;

const titles: { readonly [Name in ActionName]: (given: Extract<Action, { do: Name }>) => string } = {
  pin: ({ remote, version }) => `Pin ${remote} to ${version}`,
  canary: ({ remote, ...canary }) => `Canary of ${remote} ${canary.version} for ${canaryText(canary)}`,
  promote: ({ from, remotes }) => `Promote ${remotes.length > 0 ? remotes.join(', ') : 'everything'} from ${from}`,
  rollback: ({ remote }) => `Roll back ${remote}`,
  disable: ({ remote }) => `Disable ${remote}`,
  enable: ({ remote }) => `Enable ${remote}`,
  flag: ({ remote, flag, rules }) => `Flag ${remote}.${flag}: ${rules ? rolloutText(rules) : 'as declared'}`,
  good: ({ remote, version }) => `Mark ${remote} ${version} as good`,
};

export const requestTitle = ({ number, request }: RequestState): string => {
  if (!request) return `Request ${number}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has one for each kind, of that kind
  return (titles[request.action.do] as (given: Action) => string)(request.action);
};

const requestItem = (one: RequestState): Html =>
  markup`<li>
    <div>
      <h3><a href="/requests/${one.number}">${requestTitle(one)}</a></h3>
      <p>
        ${one.person}${one.request ? markup`, ${timeText(one.request.at)}` : ''}${
          one.missing > 0 ? markup`, needs ${one.missing === 1 ? 'one more person' : `${one.missing} more people`}` : ''
        }
      </p>
    </div>
    ${stateBadge(one)}
  </li>`;

const requestList = (label: string, requests: readonly RequestState[]): Html =>
  markup`<ul class="list" aria-label="${label}">
    ${requests.map((one) => requestItem(one))}
  </ul>`;

const flagItem = (policy: Policy | undefined, actor: Actor, { name, remote, flag, state, about }: FlagState): Html =>
  markup`<li>
    <div>
      <h3>${name}</h3>
      <p>${state.startsWith('for ') ? `On ${state}` : `${state.charAt(0).toUpperCase()}${state.slice(1)}`}</p>
      <p class="hint">${about}</p>
    </div>
    ${
      policy && isAllowed(policy, actor, 'flag', [remote])
        ? markup`<div class="row">
            <a
              class="button quiet small"
              href="/do/flag?${new URLSearchParams({ remote, flag }).toString()}"
              aria-label="Change flag: ${name}"
              >Change</a
            >
          </div>`
        : ''
    }
  </li>`;

/** What is pinned, what is waiting, and the latest requests. */
export const overviewPage = (state: DeskState, actor: Actor): Html => {
  const { policy, flags, set, requests, alerts, problem } = state;
  const open = requests.filter((one) => one.state === 'waiting' || one.state === 'queued');
  const ended = requests.filter((one) => one.state === 'done' || one.state === 'refused').slice(0, 10);
  return markup`${
    set
      ? markup`<p class="about">
            Release set number ${set.serial}, valid until ${timeText(set.expires)}.
            ${
              policy?.approvals
                ? `Each change needs ${policy.approvals === 1 ? 'one other person' : `${policy.approvals} other people`}.`
                : ''
            }
          </p>`
      : ''
  }
    ${problem ? alertText(`${problem.headline} ${problem.why}`, markup`<p>${problem.todo}</p>`) : ''}
    ${alerts.map((one) => alertText(one))}
    <h2>Open requests</h2>
    ${open.length > 0 ? requestList('Open requests', open) : markup`<p class="empty">Nothing is waiting. What you change below shows up here first.</p>`}
    ${versionSections(state, actor)}
    ${
      flags.length > 0
        ? markup`<h2>Flags</h2>
            <ul class="list" aria-label="Flags">
              ${flags.map((one) => flagItem(policy, actor, one))}
            </ul>`
        : ''
    }
    <h2>Recent requests</h2>
    ${ended.length > 0 ? requestList('Recent requests', ended) : markup`<p class="empty">There are no requests yet.</p>`}`;
};

interface RequestPage {
  readonly environment: string;
  readonly one: RequestState;
  readonly token: string;
  readonly mayApprove: boolean;
  readonly isOwn: boolean;
}

const decideForm = (number: number, token: string, decision: 'approve' | 'reject', label: string): Html =>
  markup`<form method="post" action="/requests/${number}/${decision}"><input type="hidden" name="token" value="${token}"><button${
    decision === 'reject' ? markup` class="quiet"` : ''
  }>${label}</button></form>`;

/** One request: its content, its progress, and what the reader can do about it. */
export const requestPage = ({ environment, one, token, mayApprove, isOwn }: RequestPage): Html => {
  const { request, state, lines, person, approvedBy, missing, number } = one;
  const isOpen = state === 'waiting' || state === 'queued';
  return markup`<p class="about">${stateBadge(one)}</p>
    <div class="card">
      <dl>
        <dt>Requested by</dt>
        <dd>${person}${request && request.by !== person ? markup` <span class="hint">${request.by}</span>` : ''}</dd>
        ${
          request
            ? markup`<dt>When</dt>
                <dd>${timeText(request.at)}</dd>
                <dt>For</dt>
                <dd>release set number ${request.base.serial}</dd>`
            : ''
        }
        ${approvedBy.length > 0 ? markup`<dt>Approved by</dt><dd>${approvedBy.join(', ')}</dd>` : ''}
        ${
          state === 'waiting'
            ? markup`<dt>Still needs</dt>
                <dd>
                  ${missing === 1 ? 'one other person' : `${missing} other people`}, by
                  ${request ? timeText(request.expires) : ''}
                </dd>`
            : ''
        }
      </dl>
      ${
        lines.length > 0
          ? markup`<div>
              <h2>${state === 'refused' ? 'Why it was not done' : 'What happened'}</h2>
              ${linesText(lines)}
            </div>`
          : ''
      }
      ${
        isOpen && (mayApprove || isOwn)
          ? markup`<div class="row">
              ${mayApprove && !isOwn ? [decideForm(number, token, 'approve', 'Approve'), decideForm(number, token, 'reject', 'Reject')] : ''}${isOwn ? decideForm(number, token, 'reject', 'Take back') : ''}
            </div>`
          : ''
      }
      ${isOwn && state === 'waiting' ? markup`<p class="hint">Share this page’s address with a person who may approve it.</p>` : ''}
    </div>
    <p class="about"><a href="/">Back to the overview of ${environment}</a></p>`;
};

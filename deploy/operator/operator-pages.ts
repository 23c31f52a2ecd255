import { type ActionName, partsOf } from '../release/operators/actions.ts';
import { headOf } from '../release/operators/audit.ts';
import { actorOf, isAllowed } from '../release/operators/policy.ts';
import { freshFor } from '../release/operators/check-request.ts';
import type { Desk } from './desk.ts';
import { Refused, redirect } from './exchange.ts';
import { alertText, markup } from './html.ts';
import { actionFormPage, actionForms, isAction, previewPage } from './pages/action-form.ts';
import { auditPage } from './pages/audit.ts';
import type { Fields } from './pages/group-fields.ts';
import { overviewPage, requestPage, requestTitle } from './pages/overview.ts';
import { readAction } from './pages/read-action.ts';
import { strangerPage } from './pages/sign-in.ts';
import type { Session } from './sessions.ts';
import type { Visit } from './visit.ts';

interface Parts {
  readonly environment: string;
  readonly desk: () => Promise<Desk> | Desk;
}

/** Milliseconds that a response waits for the signer, so that most requests are already executed on the next page. */
const timeoutMs = 3000;
const notFound = () => new Refused(404, 'There is no page at this address.');

/** URL of the form with the entered values, to which an operator returns after signing in again. */
const formAddress = (name: ActionName, fields: Fields): string =>
  `/do/${name}?${new URLSearchParams(actionForms[name].fields.map((field) => [field, fields[field] ?? '']))}`;

const again = ({ response }: Visit, next: string) =>
  redirect(response, `/sign-in?again&next=${encodeURIComponent(next)}`);
const isStale = ({ signedInAt }: Session) => Date.parse(signedInAt) <= Date.now() - freshFor;
const baseOf = ({ serial, set }: Fields) => ({ serial: Number(serial), id: set ?? '' });

const form = async (visit: Visit, session: Session, desk: Desk, name: ActionName) => {
  if (isStale(session)) return again(visit, formAddress(name, visit.query));
  await desk.actor(session);
  const { pins, flags } = await desk.state();
  const flagsOf = (remote: string) => flags.flatMap((one) => (one.remote === remote ? [one.flag] : []));
  const choices = { pins, versions: desk.versions, environments: await desk.environments(), flags: flagsOf };
  return visit.show(actionForms[name].title, actionFormPage(name, visit.query, session.token, choices));
};

const preview = async (visit: Visit, session: Session, desk: Desk, name: ActionName) => {
  const fields = await visit.form();
  const [shown, base, policy] = await Promise.all([
    desk.preview(session, readAction(name, fields)),
    desk.served(),
    desk.policy(),
  ]);
  const { approvals = 0 } = policy ?? {};
  visit.show(
    actionForms[name].title,
    previewPage({ name, fields, preview: shown, base, approvals, token: session.token }),
  );
};

const request = async (visit: Visit, session: Session, desk: Desk, name: ActionName) => {
  const fields = await visit.form();
  if (isStale(session)) return again(visit, formAddress(name, fields));
  const number = await desk.request(session, readAction(name, fields), baseOf(fields));
  await desk.settled(number, timeoutMs);
  return redirect(visit.response, `/requests/${number}`);
};

/** The pages of signed-in operators. */
export const createPages = ({ environment, desk: open }: Parts) => {
  const showRequest = async (visit: Visit, session: Session, desk: Desk, number: number) => {
    const { policy, actor } = await desk.actor(session);
    const one = await desk.find(number);
    const isOwn = one.request !== undefined && actorOf(policy, one.request.by, Date.now())?.person === actor.person;
    const mayApprove = one.request !== undefined && isAllowed(policy, actor, 'approve', partsOf(one.request.action));
    visit.show(requestTitle(one), requestPage({ environment, one, token: session.token, mayApprove, isOwn }), {
      again: one.state === 'queued' ? 3 : undefined,
    });
  };

  const decide = async (visit: Visit, session: Session, desk: Desk, number: number, how: 'approve' | 'reject') => {
    await visit.form();
    if (isStale(session)) return again(visit, `/requests/${number}`);
    await desk.decide(session, number, how);
    await desk.settled(number, timeoutMs);
    return redirect(visit.response, `/requests/${number}`);
  };

  const overview = async (visit: Visit, session: Session, desk: Desk) => {
    const state = await desk.state();
    const actor = state.policy && actorOf(state.policy, session.identity, Date.now());
    const unread = state.policy ? undefined : state.alerts;
    const content = actor
      ? overviewPage(state, actor)
      : unread?.length
        ? markup`${unread.map((one) => alertText(one))}`
        : strangerPage(session.identity, environment);
    visit.show(environment, content, { status: actor ? 200 : 403 });
  };

  return async (visit: Visit, session: Session): Promise<void> => {
    const desk = await open();
    const { path } = visit;
    const isPost = visit.request.method === 'POST';
    const [, first, second, third] = path.split('/');
    const number = /^\d{1,6}$/.test(second ?? '') ? Number(second) : undefined;
    if (path === '/' && !isPost) return overview(visit, session, desk);
    if (path === '/audit' && !isPost) {
      await desk.actor(session);
      const trail = await desk.trail();
      return visit.show('Audit trail', auditPage(environment, trail, headOf(trail)));
    }
    if (first === 'requests' && number !== undefined && third === undefined && !isPost)
      return showRequest(visit, session, desk, number);
    if (first === 'requests' && number !== undefined && (third === 'approve' || third === 'reject') && isPost)
      return decide(visit, session, desk, number, third);
    if (isAction(second) && third === undefined) {
      if (first === 'do' && !isPost) return form(visit, session, desk, second);
      if (first === 'preview' && isPost) return preview(visit, session, desk, second);
      if (first === 'requests' && isPost) return request(visit, session, desk, second);
    }
    throw notFound();
  };
};

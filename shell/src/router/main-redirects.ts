import * as teams from '#contracts/dialogs/teams';
import * as workspace from '#contracts/dialogs/workspace';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { Dialogs, Navigation, Session } from '@atrium/shared-kernel/remote';
import { combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { Intents } from './intents.ts';
import { isActive } from '@atrium/shared-kernel/session';
import { isId } from '@atrium/shared-kernel/contracts/id';

type Redirect = { readonly kind: 'go'; readonly to: string } | { readonly kind: 'team' | 'agent'; readonly id: string };

/**
 * What the main screen does about its query before it is shown (A2.17, B2.03 to B2.08). `user` is undefined for a
 * visitor; the caller waits until the session has answered once.
 */
export const redirectFor = (search: string, user: User | undefined): Redirect | undefined => {
  const query = new URLSearchParams(search);
  const joinTeamId = query.get('joinTeamId');
  if (joinTeamId && !isActive(user?.subscriptionEndDate))
    return { kind: 'go', to: `/join?${new URLSearchParams({ id: joinTeamId })}` };
  if (!user) return undefined;
  if (!user.heardFrom) return { kind: 'go', to: '/onboarding' };
  const kind = (['team', 'agent'] as const).find((name) => isId(query.get(name)));
  return kind && { kind, id: query.get(kind) ?? '' };
};

const same = (a: Redirect | undefined, b: Redirect | undefined) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Applies the redirect rules whenever the main screen is shown and the session has answered. The parameter of a link to
 * a team or a shared agent is removed as its dialog opens, so that closing the dialog leads to a plain address. What the
 * address of a visitor, or of a user who is not onboarded, asked for is followed after that. `expected` is the person
 * whose page this is if the session has not ended. Redirects to `disabledPaths` are left out, because the link home from
 * there would lead back to them.
 */
export const applyMainRedirects = (
  navigation: Navigation,
  session: Session,
  dialogs: Dialogs,
  intents: Intents,
  disabledPaths: readonly string[] = [],
  expected?: string,
): void => {
  let person = expected;
  const decide = (search: string, user: User | undefined) => {
    const redirect = redirectFor(search, user);
    // The page that joins a team stores its invitation itself, until it was followed once.
    if (redirect ? user && !user.heardFrom : !user) intents.store(search, user?._id ?? person);
    if (!user) return redirect;
    // Who logs out on this page is done with what is open.
    person = undefined;
    if (redirect) return redirect;
    const stored = intents.consume(user._id);
    if (stored === undefined) return undefined;
    // A link opens a dialog; anything else is a place, which the address may already name.
    return redirectFor(stored, user) ?? (search ? undefined : ({ kind: 'go', to: `/${stored}` } as const));
  };
  const follow = (redirect: Redirect) => {
    if (redirect.kind === 'go') return navigation.navigate(redirect.to, { replace: true });
    navigation.setQuery({ [redirect.kind]: undefined }, { replace: true });
    if (redirect.kind === 'team') return void dialogs.open(teams.admin, { teamId: redirect.id });
    return void dialogs.open(workspace.editAgent, { sharedFrom: redirect.id });
  };
  combineLatest([navigation.location$, session.user$, session.authVersion$])
    .pipe(
      map(([{ pathname, search }, user, version]) =>
        pathname === '/' && version > 0 ? decide(search, user) : undefined,
      ),
      map((redirect) => (redirect?.kind === 'go' && disabledPaths.includes(redirect.to) ? undefined : redirect)),
      distinctUntilChanged(same),
    )
    .subscribe((redirect) => redirect && follow(redirect));
};

import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ChangeName } from '@atrium/shared-kernel/contracts/changes/kinds';
import type { Locator, Page } from 'playwright/test';
import { headers } from './device-journey.ts';
import { expect, password, url } from './fixtures.ts';
import { call, consent, send, type Stage } from './sync-stage.ts';

/** The data that the changes are about. */
export interface Targets {
  readonly chatId: string;
  readonly teamId: string;
  /** A team of another user, with a free seat. */
  readonly otherTeamId: string;
  readonly passkeyId: string;
}

export type Screen = 'home' | 'share' | 'data' | 'team' | 'account' | 'billing' | 'integrations';

interface At extends Pick<Stage, 'page' | 'email'> {
  readonly targets: Targets;
}

/** How a change is made, and what an idle screen shows afterwards. Each change is made twice, in different ways. */
interface Row {
  readonly screen: Screen;
  readonly make: (at: At, round: 1 | 2) => Promise<unknown>;
  readonly seen: (page: Page, round: 1 | 2) => Promise<unknown>;
}

const bar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });
const memory = (page: Page) => page.getByRole('complementary', { name: 'Memory' });
const dialog = (page: Page) => page.getByRole('dialog').last();
const shows = (what: Locator) => expect(what).toBeVisible();
const isHidden = (what: Locator) => expect(what).toBeHidden();
const tab = async (page: Page, name: string) => {
  await dialog(page).getByRole('tab', { name, exact: true }).click();
  return dialog(page);
};
const inList = async (page: Page, tabName: string, text: string) =>
  shows((await tab(page, tabName)).getByRole('list', { name: tabName, exact: true }).getByText(text, { exact: true }));

const portal = async ({ page, targets }: At, action: 'cancel' | 'resume') => {
  const answer = await page.request.post(url(`/local/portal/${targets.teamId}/${action}`), {
    form: {},
    headers: headers(),
  });
  expect(answer.status()).toBe(200);
};

const connect = async ({ page, email }: At) => {
  const { redirectUrl } = await call(page, calls.auth.startConnection, { provider: 'google' });
  const back = await consent(page, redirectUrl, email);
  await call(page, calls.auth.google, { token: back.searchParams.get('credential') ?? '' });
};

const logInElsewhere = async ({ page, email }: At) => {
  // Without the page's cookies it is another browser.
  const elsewhere = await page.context().browser()!.newContext();
  const answer = await elsewhere.request.post(url('/api/auth/login'), {
    data: { email, password },
    headers: headers(),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await elsewhere.close();
};

/** Every change that a call declares. A change without a row here does not compile. */
export const rows: Readonly<Record<ChangeName, Row>> = {
  'person.chats': {
    screen: 'home',
    make: ({ page, targets: { chatId } }, round) =>
      call(page, calls.chat.renameChat, { chatId, title: `Of tides ${round}` }),
    seen: async (page, round) => {
      await shows(bar(page).getByRole('link', { name: `Of tides ${round}`, exact: true }));
      await shows(page.getByRole('heading', { name: `Of tides ${round}`, level: 1 }));
    },
  },
  'person.messages': {
    screen: 'home',
    make: ({ page, targets: { chatId } }, round) => send(page, `How high is tide ${round}?`, chatId),
    seen: async (page, round) => {
      const conversation = page.getByRole('list', { name: 'Conversation' });
      await shows(conversation.getByText(`How high is tide ${round}?`, { exact: true }));
      await isHidden(page.getByRole('button', { name: 'Stop' }));
    },
  },
  'person.collections': {
    screen: 'home',
    make: ({ page }, round) => call(page, calls.tags.createEditTag, { name: `Kitchen ${round}` }),
    seen: (page, round) => shows(bar(page).getByText(`Kitchen ${round}`)),
  },
  'person.agents': {
    screen: 'home',
    make: ({ page }, round) =>
      call(page, calls.agents.createEditAgent, { title: `Clerk ${round}`, instruction: 'Help.' }),
    seen: (page, round) => shows(bar(page).getByText(`Clerk ${round}`)),
  },
  'person.memories': {
    screen: 'home',
    make: ({ page }, round) => call(page, calls.memories.addMemory, { memory: `Keeps ${round} bees.` }),
    seen: (page, round) => shows(memory(page).getByText(`Keeps ${round} bees.`)),
  },
  'person.settings': {
    screen: 'home',
    make: ({ page }, round) => call(page, calls.profile.updateUser, { lastName: `Byron${round}` }),
    seen: (page, round) => shows(page.getByRole('button', { name: `Ada Byron${round} Settings` })),
  },
  'person.teams': {
    screen: 'home',
    make: ({ page, targets: { otherTeamId: teamId } }, round) =>
      call(page, round === 1 ? calls.teams.joinTeam : calls.teams.leaveTeam, { teamId }),
    seen: (page, round) => (round === 1 ? shows : isHidden)(bar(page).getByRole('button', { name: /^Team: / })),
  },
  'person.shares': {
    screen: 'share',
    make: async ({ page, targets: { chatId } }, round) => {
      if (round === 1) return call(page, calls.chat.shareChat, { chatId });
      const { shares } = await call(page, calls.chat.listShares, {});
      return call(page, calls.chat.revokeShare, { shareId: shares[0]?.id ?? '' });
    },
    seen: (page, round) => expect(dialog(page).getByRole('listitem')).toHaveCount(round === 1 ? 1 : 0),
  },
  'person.imports': {
    screen: 'data',
    make: ({ page }, round) => call(page, calls.data.startImport, { name: `tides-${round}.zip`, size: 100 }),
    seen: (page, round) =>
      shows(page.getByRole('list', { name: 'Imports' }).getByText(`tides-${round}.zip`, { exact: true })),
  },
  'person.session': {
    screen: 'account',
    make: logInElsewhere,
    seen: (page, round) =>
      expect(dialog(page).getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1 + round),
  },
  'person.passkeys': {
    screen: 'account',
    make: ({ page, targets: { passkeyId } }, round) =>
      call(page, calls.passkeys.renamePasskey, { passkeyId, name: `Laptop ${round}` }),
    seen: (page, round) =>
      shows(dialog(page).getByRole('list', { name: 'Passkeys' }).getByText(`Laptop ${round}`, { exact: true })),
  },
  'person.connections': {
    screen: 'account',
    make: (at, round) =>
      round === 1 ? connect(at) : call(at.page, calls.auth.removeConnection, { provider: 'google' }),
    seen: (page, round) =>
      shows(dialog(page).getByRole('button', { name: round === 1 ? 'Disconnect Google' : 'Connect Google' })),
  },
  'person.plan': {
    screen: 'billing',
    make: ({ page }, round) => call(page, calls.billing.changeInterval, { interval: round === 1 ? 'year' : 'month' }),
    seen: (page, round) => shows(dialog(page).getByText(round === 1 ? 'per year' : /^Changes to .* per month on/)),
  },
  'person.integrations': {
    screen: 'integrations',
    make: async ({ page, email }, round) => {
      if (round === 2) return call(page, calls.integrations.disconnectGoogle, {});
      const { redirectUrl } = await call(page, calls.integrations.startConsent, { provider: 'google' });
      return expect((await consent(page, redirectUrl, email)).href).toContain('outcome=connected');
    },
    seen: (page, round) =>
      shows(dialog(page).getByRole('button', { name: round === 1 ? 'Disconnect Google' : 'Connect Google' })),
  },
  'team.team': {
    screen: 'team',
    make: ({ page, targets: { teamId } }, round) =>
      call(page, calls.teams.renameTeam, { teamId, name: `Vela ${round}` }),
    seen: (page, round) => shows(dialog(page).getByRole('heading', { name: `Vela ${round}` })),
  },
  'team.members': {
    screen: 'team',
    make: ({ page }, round) => call(page, calls.profile.updateUser, { firstName: `Augusta${round}` }),
    seen: async (page, round) =>
      shows((await tab(page, 'Team')).getByRole('list', { name: 'Members', exact: true }).getByText(`Augusta${round}`)),
  },
  'team.seats': {
    screen: 'team',
    make: ({ page, targets: { teamId } }, round) =>
      call(page, calls.billing.updateTeamSubscription, { teamId, quantity: 5 + round }),
    seen: async (page, round) =>
      shows(
        (await tab(page, 'Team')).getByRole('region', { name: 'Seats' }).getByText(`${5 + round}`, { exact: true }),
      ),
  },
  'team.plan': {
    screen: 'team',
    make: (at, round) => portal(at, round === 1 ? 'cancel' : 'resume'),
    seen: async (page, round) =>
      (round === 1 ? shows : isHidden)((await tab(page, 'Team')).getByText(/^This team’s plan ends on/)),
  },
  'team.roles': {
    screen: 'team',
    make: ({ page, targets: { teamId } }, round) =>
      call(page, calls.teams.createEditRole, { teamId, name: `Closers ${round}`, members: [] }),
    seen: (page, round) => inList(page, 'Roles', `Closers ${round}`),
  },
  'team.agents': {
    screen: 'team',
    make: ({ page, targets: { teamId } }, round) =>
      call(page, calls.agents.createEditAgent, { teamId, title: `Usher ${round}`, instruction: 'Help.' }),
    seen: (page, round) => inList(page, 'Agents', `Usher ${round}`),
  },
};

import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Page } from 'playwright/test';
import { headers } from './device-journey.ts';
import { composer, url } from './fixtures.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { next, below, of: <T>(items: readonly T[]): T | undefined => items[below(items.length)] };
};
type Random = ReturnType<typeof createRandom>;

/** The user and the tab of an action. */
export interface Actor {
  readonly name: string;
  readonly page: Page;
  readonly random: Random;
  readonly teamId: string;
  readonly owner: boolean;
}

/** The number of items that a list shows without paging. */
const most = 5;

/**
 * Makes one call as another device of this user would. Others act at the same time, so its target may be gone: a
 * refusal is a valid response, but a failure of the service is not.
 */
const attempt = async <C extends CallDef>(
  { page }: Actor,
  { method, path }: C,
  input: InferInput<C['input']>,
): Promise<Infer<C['output']> | undefined> => {
  const target = url(`/api${path}`);
  const answer =
    method === 'GET'
      ? await page.request.get(target, { params: input as Record<string, string> })
      : await page.request.post(target, { data: input, headers: headers() });
  if (answer.status() >= 500) throw new Error(`${path} was answered with ${answer.status()}: ${await answer.text()}`);
  return answer.ok() ? ((await answer.json()) as Infer<C['output']>) : undefined;
};

const chatsOf = async (actor: Actor, only?: 'pinned' | 'archived') =>
  (await attempt(actor, calls.chat.listChats, only ? { only } : {}))?.chats ?? [];
const anyChat = async (actor: Actor) =>
  actor.random.of([...(await chatsOf(actor)), ...(await chatsOf(actor, 'pinned'))])?._id;
const nameOf = ({ random }: Actor, what: string) => `${what} ${random.below(10_000)}`;

const withChat = (act: (actor: Actor, chatId: string) => Promise<unknown>) => async (actor: Actor) => {
  const chatId = await anyChat(actor);
  if (chatId) await act(actor, chatId);
};

/** The actions of a run, each as calls to the service. */
const byCall: Readonly<Record<string, (actor: Actor) => Promise<unknown>>> = {
  rename: withChat((actor, chatId) => attempt(actor, calls.chat.renameChat, { chatId, title: nameOf(actor, 'Title') })),
  pin: withChat((actor, chatId) => attempt(actor, calls.chat.pinChat, { chatId, pinned: actor.random.next() < 0.5 })),
  archive: withChat((actor, chatId) => attempt(actor, calls.chat.archiveChat, { chatId, archived: true })),
  unarchive: async (actor) => {
    const chat = actor.random.of(await chatsOf(actor, 'archived'));
    if (chat) await attempt(actor, calls.chat.archiveChat, { chatId: chat._id, archived: false });
  },
  delete: withChat(async (actor, chatId) => {
    await attempt(actor, calls.chat.clearChat, { chatId });
    if (actor.random.next() < 0.4) await attempt(actor, calls.chat.restoreChats, { chatIds: [chatId] });
  }),
  copy: withChat(async (actor, chatId) => {
    if ((await chatsOf(actor)).length < most) await attempt(actor, calls.chat.duplicateChat, { chatId });
  }),
  version: withChat(async (actor, chatId) => {
    const messages = (await attempt(actor, calls.chat.getChat, { chatId }))?.messages ?? [];
    const messageId = actor.random.of(messages.flatMap(({ _id, versions = [_id] }) => versions));
    if (messageId) await attempt(actor, calls.chat.selectVersion, { messageId });
  }),
  edit: withChat(async ({ page, random, ...actor }, chatId) => {
    const messages = (await attempt({ page, random, ...actor }, calls.chat.getChat, { chatId }))?.messages ?? [];
    const replaces = random.of(messages)?._id;
    const data = { id: chatId, prompt: `Edited ${random.below(10_000)}?`, ...(replaces ? { replaces } : {}) };
    await page.request.post(url(`/api${calls.chat.streamReply.path}`), { data, headers: headers() });
  }),
  collection: async (actor) => {
    const tags = (await attempt(actor, calls.tags.listTags, {}))?.tags ?? [];
    const tag = actor.random.of(tags);
    const name = nameOf(actor, 'Shelf');
    if (!tag || tags.length < 3) return attempt(actor, calls.tags.createEditTag, { name });
    const chatId = await anyChat(actor);
    const way = actor.random.below(4);
    if (way === 0) return attempt(actor, calls.tags.createEditTag, { tagId: tag._id, name });
    if (way === 1) return attempt(actor, calls.tags.createEditTag, { tagId: tag._id, deleted: true });
    return chatId ? attempt(actor, calls.chat.editChat, { chatId, tags: way === 2 ? [tag._id] : [] }) : undefined;
  },
  agent: async (actor) => {
    const { flows = [] } = (await attempt(actor, calls.agents.listAgents, {})) ?? {};
    const own = flows.filter(({ team }) => team === undefined);
    const [one, next] = [actor.random.of(own), actor.random.of(own)];
    const change = { title: nameOf(actor, 'Clerk'), instruction: 'Help.' };
    if (!one || own.length < 2) return attempt(actor, calls.agents.createEditAgent, change);
    const replacedBy = next && next._id !== one._id && actor.random.next() < 0.5 ? { replacedBy: next._id } : {};
    return actor.random.next() < 0.5
      ? attempt(actor, calls.agents.createEditAgent, { flowId: one._id, ...change })
      : attempt(actor, calls.agents.deleteAgent, { flowId: one._id, ...replacedBy });
  },
  memory: async (actor) => {
    const { memories = [] } = (await attempt(actor, calls.memories.listMemories, {})) ?? {};
    const one = actor.random.of(memories);
    const memory = nameOf(actor, 'Remembers');
    if (!one || memories.length < 3) return attempt(actor, calls.memories.addMemory, { memory });
    return actor.random.next() < 0.5
      ? attempt(actor, calls.memories.editMemory, { memoryId: one._id, memory })
      : attempt(actor, calls.memories.deleteMemory, { memoryId: one._id });
  },
  profile: (actor) => attempt(actor, calls.profile.updateUser, { lastName: `Byron${actor.random.below(1000)}` }),
  share: withChat((actor, chatId) => attempt(actor, calls.chat.shareChat, { chatId })),
};

const teamOf = async (actor: Actor) => attempt(actor, calls.teams.getTeam, { teamId: actor.teamId });

/** What admins do with a team and its plan. */
const byAdmin: typeof byCall = {
  renameTeam: (actor) => attempt(actor, calls.teams.renameTeam, { teamId: actor.teamId, name: nameOf(actor, 'Crew') }),
  role: async (actor) => {
    const team = await teamOf(actor);
    const role = actor.random.of(team?.roles ?? []);
    const { teamId } = actor;
    const change = { teamId, name: nameOf(actor, 'Role') };
    if (!role || team!.roles.length < 2) return attempt(actor, calls.teams.createEditRole, { ...change, members: [] });
    return actor.random.next() < 0.5
      ? attempt(actor, calls.teams.createEditRole, { roleId: role._id, ...change })
      : attempt(actor, calls.teams.createEditRole, { roleId: role._id, teamId, deleted: true });
  },
  rolesOfMember: async (actor) => {
    const team = await teamOf(actor);
    const member = actor.random.of(team?.members ?? []);
    const roleIds = (team?.roles ?? []).filter(() => actor.random.next() < 0.5).map(({ _id }) => _id);
    if (member)
      await attempt(actor, calls.teams.editUserRoles, { teamId: actor.teamId, memberId: member._id, roleIds });
  },
  teamAgent: async (actor) => {
    const team = await teamOf(actor);
    const agent = actor.random.of(team?.flows ?? []);
    const teamRoleIds = (team?.roles ?? []).filter(() => actor.random.next() < 0.3).map(({ _id }) => _id);
    const change = { title: nameOf(actor, 'Usher'), instruction: 'Help.', teamId: actor.teamId, teamRoleIds };
    if (!agent || team!.flows.length < 2) return attempt(actor, calls.agents.createEditAgent, change);
    return actor.random.next() < 0.5
      ? attempt(actor, calls.agents.createEditAgent, { flowId: agent._id, ...change })
      : attempt(actor, calls.agents.deleteAgent, { flowId: agent._id });
  },
  seats: async (actor) => {
    if (!actor.owner) return;
    const quantity = 4 + actor.random.below(6);
    await attempt(actor, calls.billing.updateTeamSubscription, { teamId: actor.teamId, quantity });
  },
  plan: async ({ page, random, teamId, owner }) => {
    const way = random.next() < 0.5 ? 'cancel' : 'resume';
    if (owner) await page.request.post(url(`/local/portal/${teamId}/${way}`), { form: {}, headers: headers() });
  },
};

const bar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });
/** Rows come and go while one reaches for them, so the wait is short. */
const soon = { timeout: 2000 };
const mayMiss = (act: (actor: Actor) => Promise<unknown>) => (actor: Actor) =>
  act(actor).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
  });

const sendPrompt = async ({ page, random }: Actor) => {
  if (!(await composer(page).isVisible())) return;
  await composer(page).fill(`What of ${random.below(10_000)}?`, soon);
  await composer(page).press('Enter', soon);
};

/** Actions on the screen. */
const byHand: typeof byCall = {
  sendPrompt: mayMiss(sendPrompt),
  newChat: mayMiss(async (actor) => {
    if ((await chatsOf(actor)).length >= most) return byCall['delete']!(actor);
    await bar(actor.page).getByRole('link', { name: 'New Chat' }).click(soon);
    return sendPrompt(actor);
  }),
  openChat: mayMiss(async ({ page, random }) => {
    const links = bar(page).getByRole('region', { name: 'Chats', exact: true }).getByRole('link');
    const count = await links.count();
    if (count > 0) await links.nth(random.below(count)).click(soon);
  }),
  select: mayMiss(async ({ page, random }) => {
    const section = bar(page).getByRole('region', { name: random.next() < 0.5 ? 'Collections' : 'Agents' });
    const items = section.getByRole('listitem');
    const count = await items.count();
    if (count > 0) await items.nth(random.below(count)).getByRole('button').first().click(soon);
  }),
  away: async ({ page, random }) => {
    // A request that is in progress when the network fails is reported as failed, on this screen only.
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
    await page.context().setOffline(true);
    await page.waitForTimeout(500 + random.below(2500));
    await page.context().setOffline(false);
  },
};

const rare = new Set(['away', 'plan', 'seats', 'profile']);
const usual = (actions: typeof byCall) =>
  Object.entries(actions).flatMap((one) => (rare.has(one[0]) ? [one] : [one, one]));

/** Does random things in a tab until `over`, one after another. `log` receives the name of each. */
export const actAtRandom = async (
  actor: Actor,
  kinds: readonly ('call' | 'admin' | 'hand')[],
  over: () => boolean,
  log: (what: string) => void,
): Promise<void> => {
  const all = kinds.flatMap((kind) => usual({ call: byCall, admin: byAdmin, hand: byHand }[kind]));
  while (!over()) {
    const [name, act] = actor.random.of(all)!;
    log(`${actor.name} ${name}`);
    await act(actor);
    await actor.page.waitForTimeout(actor.random.below(300));
  }
};

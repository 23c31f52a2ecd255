import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import type { TestApp } from '../app.ts';
import { exportOf, importFile } from '../archives.ts';
import type { Person } from '../authorization/actors.ts';
import type { Fixtures } from '../authorization/fixtures.ts';
import { inTeam, making, premium, type Cases } from './prepare.ts';

const teamAgent = async (app: TestApp, fixtures: Fixtures, teamId: string, owner: Pick<Person, 'id'>) => {
  const id = await fixtures.agent(owner as Person);
  await app.db.update(schema.agents).set({ teamId }).where(eq(schema.agents.id, id));
  return id;
};

export const chatsCases: Cases = {
  'agents.createEditAgent': [
    async (app) => {
      const { teamId, admin } = await inTeam(app);
      return making(admin, calls.agents.createEditAgent, { teamId, title: 'Ours', instruction: 'Lead.' });
    },
  ],
  'agents.deleteAgent': [
    async (app, fixtures) => {
      const person = await premium(app);
      await person.client.token();
      const [flowId, replacedBy] = [await fixtures.agent(person), await fixtures.agent(person)];
      await app.db
        .update(schema.chats)
        .set({ agentId: flowId })
        .where(eq(schema.chats.id, await fixtures.chat(person)));
      return making(person.client, calls.agents.deleteAgent, { flowId, replacedBy });
    },
    async (app, fixtures) => {
      const team = await inTeam(app);
      const flowId = await teamAgent(app, fixtures, team.teamId, { id: team.adminId });
      return making(team.admin, calls.agents.deleteAgent, { flowId });
    },
  ],
  'chat.streamReply': [
    async (app, fixtures) => {
      const person = await premium(app);
      await person.client.token();
      const id = await fixtures.chat(person);
      return () => person.client.stream(calls.chat.streamReply, { id, prompt: 'Remember that I drink tea.' });
    },
  ],
  'chat.nameChat': [
    async (app) => {
      const person = await premium(app);
      await person.client.token();
      const [chat] = await app.db.insert(schema.chats).values({ userId: person.id }).returning();
      return making(person.client, calls.chat.nameChat, { chatId: chat!.id, prompt: 'Which tea?' });
    },
  ],
  'agents.shareAgent': [
    async (app, fixtures) => {
      const person = await premium(app);
      await person.client.token();
      const flowId = await fixtures.agent(person);
      return making(person.client, calls.agents.shareAgent, { flowId, shared: true });
    },
    async (app, fixtures) => {
      const team = await inTeam(app);
      const flowId = await teamAgent(app, fixtures, team.teamId, { id: team.adminId });
      return making(team.admin, calls.agents.shareAgent, { flowId, shared: true });
    },
  ],
  'chat.selectVersion': [
    async (app, fixtures) => {
      const person = await premium(app);
      await person.client.token();
      const messageId = await fixtures.message(person);
      return making(person.client, calls.chat.selectVersion, { messageId });
    },
  ],
  'data.runImport': [
    async (app, fixtures) => {
      const [from, to] = [await premium(app), await premium(app)];
      await fixtures.chat(from);
      await fixtures.tag(from);
      await fixtures.memory(from);
      const archive = await exportOf(app, from.client);
      await to.client.token();
      return () => importFile(app, to.client, archive);
    },
  ],
  'tags.createEditTag': [
    async (app, fixtures) => {
      const person = await premium(app);
      await person.client.token();
      const [chatId, tagId] = [await fixtures.chat(person), await fixtures.tag(person)];
      await app.db.insert(schema.chatTags).values({ chatId, tagId });
      return making(person.client, calls.tags.createEditTag, { tagId, deleted: true });
    },
  ],
  'tags.removeFromChat': [
    async (app, fixtures) => {
      const person = await premium(app);
      await person.client.token();
      const [chatId, tagId] = [await fixtures.chat(person), await fixtures.tag(person)];
      await app.db.insert(schema.chatTags).values({ chatId, tagId });
      return making(person.client, calls.tags.removeFromChat, { chatId, tagId });
    },
  ],
};

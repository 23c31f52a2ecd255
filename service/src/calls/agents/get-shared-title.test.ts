import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const getTitle = (flowId: string) => app.visitor.call(calls.agents.getSharedTitle, { flowId });
const unknown = { status: 404, body: { code: 'unknown-agent' } };

describe('a visitor with the link of an agent', () => {
  it('reads its title and nothing else, while it is shared', async () => {
    const owner = app.as(await app.createUser({ premium: true }));
    const made = await owner.call(calls.agents.createEditAgent, {
      title: '<b>Poet</b>',
      instruction: 'A secret.',
      welcomeMessage: 'Hello, insiders.',
    });
    const flowId = made.body.flow?._id ?? '';
    expect(await getTitle(flowId)).toMatchObject(unknown);
    await owner.call(calls.agents.shareAgent, { flowId, shared: true });
    expect((await getTitle(flowId)).body).toEqual({ title: '<b>Poet</b>' });
    await owner.call(calls.agents.shareAgent, { flowId, shared: false });
    expect(await getTitle(flowId)).toMatchObject(unknown);
  });

  it('is rate limited for each network', async () => {
    const answers = [];
    for (let left = 40; left > 0; left -= 1) answers.push((await getTitle(newId())).status);
    expect(answers.at(-1)).toBe(429);
    expect(answers.filter((status) => status === 404).length).toBeGreaterThan(10);
  });
});

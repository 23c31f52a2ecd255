import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ModelPort } from '../../ports/model.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let improved = '';
const model: ModelPort = {
  label: 'M',
  async *reply() {
    yield { type: 'text', text: 'Yes.' };
  },
  name: async () => 'T',
  improve: async () => improved,
};
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model });
});
afterAll(() => test.close());

it('prompt help offers what the model made of the prompt, and fails if that is nothing', async () => {
  const client = test.as(await test.createUser({ premium: true }));
  const improve = () => client.call(calls.chat.improvePrompt, { prompt: 'Tell me of ships' });
  improved = 'Describe three ships.';
  expect(await improve()).toMatchObject({ status: 200, body: { improvedPrompt: improved } });
  improved = ' \n';
  expect(await improve()).toMatchObject({
    status: 502,
    body: { msg: 'Prompt help is not available right now. Please try again.' },
  });
});

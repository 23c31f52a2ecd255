import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { chatJourney } from './chat-journey.ts';
import { sendPrompt, attach, composer, data, expect, signIn, test } from './fixtures.ts';
import { connects, freePort, type Product, startProduct } from './product.ts';

const endpoint = join(import.meta.dirname, '../service/src/testing/openai-server.ts');

let folder = '';
let port = 0;
let product: Product;
test.beforeAll(async () => {
  port = await freePort();
  folder = mkdtempSync(join(tmpdir(), 'atrium-endpoint-'));
  cpSync(join(data(), 'store'), join(folder, 'store'), { recursive: true });
  product = await startProduct(folder, {
    MODEL_BASE_URL: `http://127.0.0.1:${port}/v1`,
    MODEL_NAME: 'journey-model',
  });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a journey while the model's endpoint behaves as `mode` says, as a user who has logged in. */
const atEndpoint = async (page: Page, mode: string, journey: () => Promise<void>): Promise<void> => {
  const server = spawn(process.execPath, [endpoint, '--port', String(port), '--mode', mode], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  try {
    await signIn(page.request, 'admin@atrium.test', product.url);
    await page.goto(product.url);
    await expect(composer(page)).toBeVisible();
    await expect.poll(() => connects(port)).toBe(true);
    await journey();
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
};

test('the same chat streams from an endpoint that speaks the OpenAI protocol', async ({ page }) => {
  test.slow();
  await atEndpoint(page, 'normal', async () => {
    await chatJourney(page, {
      url: product.url,
      productPid: product.pid,
      prompt: 'Say something about rivers',
      title: /rivers$/,
      answer: (shown) => shown.getByText('journey-model'),
    });
  });
});

test('a model that rejects pictures answers without them and says so; without transcription there is no recording', async ({
  page,
}) => {
  test.slow();
  await atEndpoint(page, 'wordsOnly', async () => {
    const microphone = page.getByRole('button', { name: 'Record a voice note' });
    await expect(microphone).toBeDisabled();
    const why = 'Voice notes are off because no transcription model is set up.';
    await expect(microphone).toHaveAttribute('title', why);
    await microphone.click({ force: true });
    await expect(page.getByText(why)).toBeVisible();

    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await attach(page, { name: 'dot.png', mimeType: 'image/png', buffer: dot });
    await sendPrompt(page, 'What is in the picture?');
    const note = page.getByText('The model didn’t accept your pictures and answered without seeing them.');
    await expect(note).toBeVisible();
    await expect(page.getByRole('list', { name: 'Conversation' }).getByText('You asked:')).toBeVisible();
    await page.reload();
    await expect(note).toBeVisible();
  });
});

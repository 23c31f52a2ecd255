import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatJourney } from './chat-journey.ts';
import { composer, data, expect, password, test } from './fixtures.ts';
import { freePort, startProduct } from './product.ts';

const endpoint = join(import.meta.dirname, '../service/src/testing/openai-server.ts');

test('the same chat streams from an endpoint that speaks the OpenAI protocol', async ({ page }) => {
  test.slow();
  const port = await freePort();
  const server = spawn(process.execPath, [endpoint, '--port', String(port)], { stdio: 'ignore' });
  const folder = mkdtempSync(join(tmpdir(), 'atrium-endpoint-'));
  cpSync(join(data(), 'store'), join(folder, 'store'), { recursive: true });
  const product = await startProduct(folder, {
    MODEL_BASE_URL: `http://127.0.0.1:${port}/v1`,
    MODEL_NAME: 'journey-model',
  });
  try {
    await page.goto(`${product.url}/auth/login`);
    await page.getByLabel('Email').fill('admin@atrium.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(composer(page)).toBeVisible();
    await chatJourney(page, {
      url: product.url,
      productPid: product.pid,
      prompt: 'Say something about rivers',
      title: /rivers$/,
      answer: (shown) => shown.getByText('journey-model'),
    });
  } finally {
    server.kill('SIGTERM');
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

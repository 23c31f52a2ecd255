import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags } from '@atrium/deploy/ci/browser-flags';
import type { Page } from 'playwright/test';
import { composer, data, expect, signIn, test, watchProblems } from './fixtures.ts';
import { freePort, type Product, startProduct } from './product.ts';

// The headless shell does not support notifications.
const executablePath = process.env['ATRIUM_FULL_CHROMIUM'];
if (executablePath) test.use({ launchOptions: { args: [...chromiumFlags], executablePath } });

const standIn = join(import.meta.dirname, '../service/src/testing/stripe/server.ts');
const secret = 'whsec_journey';
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const account = { project_id: 'atrium', client_email: 'push@atrium.test', private_key: privateKey };

let folder = '';
let server: ChildProcess;
let product: Product;
test.beforeAll(async () => {
  const port = await freePort();
  server = spawn(process.execPath, [standIn, '--port', String(port), '--secret', secret], { stdio: 'ignore' });
  folder = mkdtempSync(join(tmpdir(), 'atrium-stripe-'));
  cpSync(join(data(), 'store'), join(folder, 'store'), { recursive: true });
  const stripe = `http://127.0.0.1:${port}`;
  product = await startProduct(folder, {
    STRIPE_SECRET_KEY: 'sk_test_journey',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_BASE: stripe,
    FCM_SERVICE_ACCOUNT: JSON.stringify(account),
    FCM_VAPID_KEY: 'BPk',
    FCM_WEB_API_KEY: 'AIza',
    FCM_WEB_APP_ID: '1:1:web:1',
  });
  const body = JSON.stringify({ url: `${product.url}/api/stripe/webhook` });
  expect((await fetch(`${stripe}/_test/webhooks`, { method: 'POST', body })).ok).toBe(true);
});
test.afterAll(async () => {
  server.kill('SIGTERM');
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const logIn = (page: Page, name: string) => signIn(page.request, `${name}@atrium.test`, product.url);
const openBilling = async (page: Page) => {
  await page.goto(product.url);
  await page.getByRole('button', { name: /Settings$/ }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Billing' }).click();
  return settings;
};

test('a user leaves Stripe’s checkout, then pays there, and cancels in its portal', async ({ page }) => {
  test.slow();
  const problems = watchProblems(page);
  await logIn(page, 'free');
  await test.step('the checkout is left without a payment', async () => {
    await page.goto(`${product.url}/subscribe`);
    await expect(page.getByText('1 × 1000 usd')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('link', { name: 'Join Today' }).first()).toBeVisible();
  });
  await test.step('the second one is paid', async () => {
    await page.goto(`${product.url}/subscribe`);
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await expect(composer(page)).toBeVisible();
  });
  await test.step('the plan, its invoice, and the portal', async () => {
    const settings = await openBilling(page);
    await expect(settings.getByText(/^Renews on .* for \$10\.00\.$/)).toBeVisible();
    await expect(settings.getByText(/STAND-\d+/)).toBeVisible();
    await settings.getByRole('button', { name: 'Manage billing' }).click();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await expect(page.getByText('Ends at the end of the period')).toBeVisible();
  });
  await test.step('the cancellation is shown in the product', async () => {
    const settings = await openBilling(page);
    await expect(settings.getByText(/^Ends on /)).toBeVisible();
  });
  expect(problems).toEqual([]);
});

test('a team is paid at Stripe, and its new seats cost what was shown', async ({ page }) => {
  test.slow();
  const problems = watchProblems(page);
  await logIn(page, 'premium');
  await page.goto(`${product.url}/team`);
  await page.getByLabel('Team name').fill('Borealis');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await expect(page.getByText('2 × 1000 usd')).toBeVisible();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  await page.getByRole('button', { name: 'Team', exact: true }).click();
  const team = page.getByRole('dialog', { name: 'Team Management' });
  await team.getByRole('button', { name: 'Adjust Seats' }).click();

  const seats = page.getByRole('dialog', { name: 'Adjust Team Seats' });
  await seats.getByLabel('Seats').fill('5');
  const confirm = seats.getByRole('checkbox', { name: /will be charged now/ });
  await expect(confirm).toBeVisible();
  const [due = ''] = /\$[\d.]+\d/.exec((await seats.getByText(/will be charged now/).textContent()) ?? '') ?? [];
  expect(due).toMatch(/^\$(30\.00|29\.\d\d)$/);
  await confirm.check();
  await seats.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Subscription seats updated successfully.')).toBeVisible();
  await expect(team.getByText('Available seats')).toBeVisible();

  await team.getByRole('button', { name: 'Team options' }).click();
  await page.getByRole('menuitem', { name: 'Plan and invoices' }).click();
  const plan = page.getByRole('dialog', { name: 'Plan and Invoices' });
  await expect(plan.getByText(/^Renews on .* for \$50\.00\.$/)).toBeVisible();
  await expect(plan.getByText(due, { exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});

test('notifications are turned on, shown by the worker of the product, and turned off', async ({ page, context }) => {
  test.slow();
  const problems = watchProblems(page);
  await context.grantPermissions(['notifications'], { origin: product.url });
  // The push services of the browser and Firebase are not reachable, so their responses are simulated here.
  await page.addInitScript(() => {
    const made = { endpoint: 'https://push.example/1', keys: { p256dh: 'BA', auth: 'AA' } };
    PushManager.prototype.subscribe = async () => ({ toJSON: () => made }) as unknown as PushSubscription;
  });
  await page.route('**/api/push/registerBrowser', (route) => route.fulfill({ json: { fcmToken: 'browser-1' } }));
  await logIn(page, 'member');
  await page.goto(product.url);
  await page.getByRole('button', { name: /Settings$/ }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Notifications' }).click();
  const push = settings.getByRole('switch', { name: 'Push notifications' });
  // Permission was granted already, so it subscribes by itself.
  await expect(push).toBeChecked();

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  // A browser without a screen shows no notifications, so calls to show one are recorded.
  await worker.evaluate(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body } = {}) => {
      shown.push(`${title}: ${body}`);
    };
  });
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const message = { notification: { title: 'Your reminder', body: 'What comes next?' }, fcmOptions: { link: '/' } };
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: product.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  await expect.poll(shown).toEqual(['Your reminder: What comes next?']);

  const ended = page.waitForResponse((answer) => answer.url().endsWith('/api/push/fcmUnsubscribe'));
  await push.click();
  expect((await ended).status()).toBe(200);
  await expect(push).not.toBeChecked();
  expect(problems).toEqual([]);
});

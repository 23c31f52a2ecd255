import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElementHandle, launch, type LaunchOptions } from 'puppeteer-core';
import { withoutPopups } from '@atrium/deploy/ci/browser-flags';
import { type Engine, type Key, type Tab, viewport } from './engine.ts';

/** Both simulate a microphone with a constant tone, without asking for permission. */
const options = {
  chromium: {
    browser: 'chrome',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      withoutPopups,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
  firefox: {
    browser: 'firefox',
    extraPrefsFirefox: { 'media.navigator.streams.fake': true, 'media.navigator.permission.disabled': true },
  },
} as const satisfies Record<string, LaunchOptions>;

/** Chromium through its own protocol, and a stock Firefox through WebDriver BiDi. */
export const startPuppeteer = async (name: keyof typeof options, executablePath: string): Promise<Engine> => {
  const browser = await launch({ ...options[name], executablePath, defaultViewport: viewport });
  return {
    async open(): Promise<Tab> {
      const downloads = mkdtempSync(join(tmpdir(), 'atrium-downloads-'));
      const profile = await browser.createBrowserContext({
        downloadBehavior: { policy: 'allow', downloadPath: downloads },
      });
      const page = await profile.newPage();
      await page.setViewport(viewport);
      return {
        goto: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
        back: async () => void (await page.goBack({ waitUntil: 'domcontentloaded' })),
        reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
        address: () => Promise.resolve(page.url()),
        run: (body, input) => page.evaluate(`(function (input) { ${body} })(${JSON.stringify(input) ?? 'undefined'})`),
        async mouse(...steps) {
          for (const step of steps)
            if (step === 'down') await page.mouse.down();
            else if (step === 'up') await page.mouse.up();
            else await page.mouse.move(...step.move);
        },
        type: (text) => page.keyboard.type(text),
        async press(key: Key) {
          if (key !== 'Control+a') return page.keyboard.press(key);
          await page.keyboard.down('Control');
          await page.keyboard.press('a');
          await page.keyboard.up('Control');
        },
        async chooseFiles(selector, paths) {
          const input = (await page.waitForSelector(selector)) as ElementHandle<HTMLInputElement>;
          await input.uploadFile(...paths);
        },
        tabs: async () => (await profile.pages()).length,
        downloads,
        deleteCookies: async () => profile.deleteCookie(...(await profile.cookies())),
        screenshot: async () => Buffer.from(await page.screenshot()),
        async close() {
          await profile.close();
          rmSync(downloads, { recursive: true, force: true });
        },
      };
    },
    close: () => browser.close(),
  };
};

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, Capabilities, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver';
import { dataFolder } from '@atrium/deploy/release/data-folder';
import { connects, freePort } from '../product.ts';
import { type Engine, type Tab, viewport } from './engine.ts';

/**
 * Saves processor time on a machine without graphics: no compositing of layers, and codecs listed once for all tabs and
 * runs.
 */
const sparing = {
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  GST_REGISTRY: join(dataFolder(), 'gstreamer-registry.bin'),
};

/** With a simulated microphone, as in the other engines. */
const capabilities = new Capabilities({
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': { args: ['--automation', '--enable-mock-capture-devices=true'] },
});

const keys = { Enter: Keys.ENTER, Escape: Keys.ESCAPE, Tab: Keys.TAB, ArrowDown: Keys.ARROW_DOWN } as const;

/** The child ends with this process at the latest. */
const child = (program: string, args: readonly string[], stdout: 'pipe' | 'ignore', env = {}): ChildProcess => {
  const started = spawn(program, args, { stdio: ['ignore', stdout, 'ignore'], env: { ...process.env, ...env } });
  const kill = () => started.kill();
  process.once('exit', kill);
  started.once('exit', () => process.off('exit', kill));
  return started;
};

/** A virtual screen. */
const startScreen = async (): Promise<{ display: string; screen: ChildProcess }> => {
  const { width, height } = viewport;
  const screen = child('Xvfb', ['-displayfd', '1', '-screen', '0', `${width + 160}x${height + 100}x24`], 'pipe');
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', () => reject(new Error('Xvfb ended.')));
    if (screen.stdout) createInterface(screen.stdout).once('line', (line) => resolve(`:${line}`));
  });
  return { display, screen };
};

const startDriver = async (path: string, env: Record<string, string>) => {
  const port = await freePort();
  const driver = child(path, [`--port=${port}`], 'ignore', env);
  while (!(await connects(port))) {
    if (driver.exitCode !== null) throw new Error(`${path} ended with ${driver.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { driver, address: `http://127.0.0.1:${port}` };
};

/** Milliseconds in which a browser starts. About once in a hundred starts MiniBrowser never responds to its driver. */
const timeoutMs = 20_000;

const startSession = async (path: string, env: Record<string, string>, tries = 2) => {
  const { driver, address } = await startDriver(path, env);
  try {
    const late = pause(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`MiniBrowser did not start within ${timeoutMs} ms.`);
    });
    const session = new Builder().usingServer(address).withCapabilities(capabilities).build();
    return { driver, session: await Promise.race([session, late]) };
  } catch (error) {
    driver.kill();
    if (tries === 0) throw error;
    return startSession(path, env, tries - 1);
  }
};

const tabOf = (session: WebDriver, downloads: string, end: () => Promise<void>): Tab => ({
  goto: (address) => session.get(address),
  back: () => session.navigate().back(),
  reload: () => session.navigate().refresh(),
  address: () => session.getCurrentUrl(),
  run: (body, input) => session.executeScript(`var input = arguments[0]; ${body}`, input),
  async mouse(...steps) {
    let actions = session.actions();
    for (const step of steps)
      if (step === 'down') actions = actions.press();
      else if (step === 'up') actions = actions.release();
      else
        actions = actions.move({
          x: Math.round(step.move[0]),
          y: Math.round(step.move[1]),
          origin: Origin.VIEWPORT,
          duration: 20,
        });
    await actions.perform();
  },
  type: (text) => session.actions().sendKeys(text).perform(),
  async press(key) {
    const actions = session.actions();
    if (key === 'Control+a') await actions.keyDown(Keys.CONTROL).sendKeys('a').keyUp(Keys.CONTROL).perform();
    else await actions.sendKeys(keys[key]).perform();
  },
  async chooseFiles(selector, paths) {
    await session.findElement({ css: selector }).sendKeys(paths.join('\n'));
  },
  tabs: async () => (await session.getAllWindowHandles()).length,
  downloads,
  deleteCookies: () => session.manage().deleteAllCookies(),
  screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
  close: end,
});

/** WebKitGTK through its own driver. The driver serves one session at a time, so each tab gets a driver. */
export const startWebKit = async (driverPath: string): Promise<Engine> => {
  const { display, screen } = await startScreen();
  return {
    async open() {
      // Folder for the browser's profile and its downloads.
      const home = mkdtempSync(join(tmpdir(), 'atrium-webkit-'));
      const downloads = join(home, 'Downloads');
      mkdirSync(downloads);
      const { driver, session } = await startSession(driverPath, { ...sparing, DISPLAY: display, HOME: home });
      await session
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...viewport });
      return tabOf(session, downloads, async () => {
        await session.quit();
        driver.kill();
        rmSync(home, { recursive: true, force: true });
      });
    },
    close() {
      screen.kill();
      return Promise.resolve();
    },
  };
};

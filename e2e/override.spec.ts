import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOverride } from '@atrium/deploy/local/override/start-override';
import { data, expect, test, url, watchProblems } from './fixtures.ts';

const workspace = join(import.meta.dirname, '..');

/** A copy of a remote's sources that a test may change, because nothing else uses it. */
const sourcesOf = (name: string): string => {
  const folder = join(data(), 'sources', name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(workspace, 'tsconfig.json'), join(folder, '../tsconfig.json'));
  cpSync(join(workspace, name), folder, { recursive: true, filter: (file) => !file.endsWith('node_modules') });
  symlinkSync(join(workspace, name, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

const change = (file: string, from: string, to: string) => {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
};

test('a remote from its sources within an environment: a change is shown with state kept, Reset shows the pinned version', async ({
  page,
  browser,
}) => {
  const remote = sourcesOf('mf-auth');
  const running = await startOverride({ remote, against: url(), port: 0, data: data(), log: () => {} });
  try {
    const problems = watchProblems(page);
    await page.goto(running.url);
    const login = new URL('/auth/login', running.url).href;
    await page.goto(login);
    const banner = page.getByRole('complementary', { name: 'Override' });
    await expect(banner).toContainText(/mf-auth from source, instead of \d\S* in local/);
    await expect(page.locator('#frame')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Email' }).fill('kept@atrium.test');
    change(
      join(remote, 'src/login/login-page.tsx'),
      '<AuthPage {...loginTexts}>',
      '<AuthPage {...loginTexts} title="Welcome from the source">',
    );
    await expect(page.getByRole('heading', { name: 'Welcome from the source' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('kept@atrium.test');
    expect(problems).toEqual([]);

    const other = await browser.newPage();
    await other.goto(login);
    await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await expect(other.getByRole('complementary', { name: 'Override' })).toHaveCount(0);
    await other.close();

    await banner.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect(page.url()).toBe(login);
  } finally {
    await running.stop();
  }
});

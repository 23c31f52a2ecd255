import { signedReleaseOf } from '@atrium/deploy/release/release-set';
import { composer, data, expect, test, url } from './fixtures.ts';
import { foreignText, publishForeign } from './foreign-remote.ts';
import { shortenPauses } from './pauses.ts';
import { add, release, restore } from './releases.ts';

test('nothing of another remote can be claimed: pinning is refused, and the page keeps its own dialog, screen and slot', async ({
  page,
  login,
}) => {
  const foreign = publishForeign(data());
  const refusal = await release(data(), 'pin', 'local', 'mf-foreign@1.0.0');
  expect(refusal).toMatchObject({ ok: false });
  for (const claim of ['dialog auth.terms', 'route /AUTH/login'])
    expect(refusal['problems']).toContain(`mf-foreign@1.0.0 claims the ${claim}, which belongs to mf-auth`);
  expect(refusal['problems']).toContain('mf-foreign@1.0.0 claims the slot shell.main, which belongs to mf-chat');

  // Even in a set that was signed with it.
  await shortenPauses(page);
  const before = add(data(), signedReleaseOf(foreign));
  const reported: string[] = [];
  page.on('console', (message) => reported.push(message.text()));
  try {
    await page.goto(url('/auth/signup'));
    await page.getByRole('button', { name: 'terms of service' }).click();
    const dialog = page.getByRole('dialog', { name: 'Terms of service' });
    await expect(dialog.getByText('What you can expect, and what you agree to.')).toBeVisible();
    await expect(page.getByText(foreignText)).toBeHidden();
    await page.goto(url('/auth/login'));
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await login('premium@atrium.test');
    await page.goto(url('/'));
    await expect(composer(page)).toBeVisible();
    await expect(page.getByText(foreignText)).toBeHidden();
    await expect.poll(() => reported.join('\n')).toContain('claims the dialog auth.terms, which belongs to mf-auth');
  } finally {
    restore(data(), before);
  }
});

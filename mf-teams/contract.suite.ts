import { contractSuite, type Stage } from '@atrium/shared-kernel/testing/contract-suite';

interface Teams {
  readonly teams: readonly { readonly _id: string; readonly name: string }[];
}

const teamOf = async ({ request }: Pick<Stage, 'request'>) => (await request<Teams>('/teams')).teams[0];

/** A team is managed from where the shell and the left bar link to it. */
export default contractSuite({
  as: 'teamadmin@atrium.test',
  async props(stage) {
    const teamId = (await teamOf(stage))?._id;
    const memberId = (await stage.request<{ _id: string }>('/user'))._id;
    const own = ['admin', 'seats', 'role', 'rename', 'joinLink', 'transfer', 'activity', 'plan'];
    return {
      ...Object.fromEntries(own.map((name) => [`teams.${name}`, { teamId }])),
      'teams.member': { teamId, memberId },
    };
  },
  steps: {
    async 'the team of an address is managed in its dialog, and the event is emitted'(stage) {
      const { go, page, emitted, expect } = stage;
      const team = await teamOf(stage);
      await go('/');
      await page.getByRole('button', { name: 'Team', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Team Management' });
      await expect(dialog.getByRole('heading', { name: team?.name ?? '' })).toBeVisible();
      await expect.poll(() => emitted('teams.adminOpened'), 'the event was not emitted').not.toHaveLength(0);
      await page.goBack();
      await expect(dialog).toBeHidden();
    },
  },
});

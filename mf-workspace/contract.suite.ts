import { contractSuite } from '@atrium/shared-kernel/testing/contract-suite';

interface Chats {
  readonly chats: readonly { readonly _id: string; readonly title?: string }[];
}
interface Made {
  readonly flow: { readonly _id: string };
}

/** What is chosen in the left bar is shown by the chat screen. */
export default contractSuite({
  as: 'premium@atrium.test',
  async props({ request }) {
    const { chats } = await request<Chats>('/globalChats');
    const { flow } = await request<Made>('/createEditFlow', { title: 'Clerk', instruction: 'Help.' });
    return { 'workspace.shareAgent': { agentId: flow._id }, 'workspace.collections': { chatId: chats[0]?._id } };
  },
  steps: {
    async 'a chat that is chosen in the left bar is opened'({ go, page, request, expect }) {
      const { chats } = await request<Chats>('/globalChats');
      const chosen = chats.find(({ title }) => title);
      await go('/');
      await page.locator(`aside[data-side=left] a[href*="${chosen?._id}"]`).first().click();
      await expect(page).toHaveURL(({ searchParams }) => searchParams.get('chat') === chosen?._id);
      await expect(page.getByRole('list', { name: 'Conversation' }).getByRole('listitem').first()).toBeVisible();
    },
    async 'New Chat opens an empty chat'({ go, page, emitted, expect }) {
      await go('/');
      await page.getByRole('link', { name: 'New Chat' }).click();
      await expect.poll(() => emitted('workspace.newChatRequested'), 'the event was not emitted').not.toHaveLength(0);
      await expect(page.getByRole('list', { name: 'Conversation' })).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    },
  },
});

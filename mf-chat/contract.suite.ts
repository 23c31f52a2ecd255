import { contractSuite } from '@atrium/shared-kernel/testing/contract-suite';

interface Chats {
  readonly chats: readonly { readonly _id: string }[];
}

/** What is sent here appears in the left bar. */
export default contractSuite({
  as: 'premium@atrium.test',
  async props({ request }) {
    const { chats } = await request<Chats>('/globalChats');
    const chat = { chatId: chats[0]?._id };
    return { 'chat.share': chat, 'chat.context': chat, 'chat.zoom': { url: '/icon-512.png' } };
  },
  steps: {
    async 'a first message creates a chat that the left bar shows'({ go, page, emitted, expect }) {
      await go('/');
      const prompt = 'Say hello to the left bar';
      await page.getByRole('textbox', { name: 'Message' }).fill(prompt);
      await page.getByRole('textbox', { name: 'Message' }).press('Enter');
      await expect.poll(() => emitted('chat.created'), 'chat.created was not emitted').toHaveLength(1);
      await expect(page.getByRole('list', { name: 'Conversation' }).getByText(prompt, { exact: true })).toBeVisible();
      await expect(page.locator('aside[data-side=left] a[aria-current=page]')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
    },
  },
});

import type { Page } from 'playwright/test';
import { sendPrompt, expect, test, withContent } from './fixtures.ts';

/** Shows a text as the answer to a prompt. */
const showAnswer = async (page: Page, content: string, prompt = `Answers ${Date.now()}`) => {
  await sendPrompt(page, prompt);
  await withContent(page, content);
  await page.reload();
  const answer = page.getByRole('list', { name: 'Conversation' }).locator('[data-markdown]').last();
  await expect(answer).toBeVisible();
  // The text as written is shown until the renderer has loaded.
  await expect(answer.locator('p[class*="-plain-"]')).toHaveCount(0);
  return answer;
};

test.beforeEach(async ({ login, navigate }) => {
  await login('premium@atrium.test');
  await navigate('/');
});

test('long code scrolls to the end of its longest line', async ({ page }) => {
  const lines = [
    'a line of code '.repeat(20),
    ...Array.from({ length: 200 }, (_, at) => `${at} and no longer than this`),
  ];
  const answer = await showAnswer(page, `\`\`\`text\n${lines.join('\n')}\n\`\`\``);
  const code = answer.locator('pre');
  await code.scrollIntoViewIfNeeded();
  /** Whether the last letter of the first line is in sight once the block has been scrolled to its right end. */
  const endsInSight = () =>
    code.evaluate((block) => {
      block.scrollTo({ left: block.scrollWidth });
      block.scrollIntoView({ block: 'start' });
      const [line] = block.querySelectorAll('code > span');
      const text = document.createTreeWalker(line ?? block, NodeFilter.SHOW_TEXT).nextNode();
      if (!text) return false;
      const letter = document.createRange();
      letter.setStart(text, (text.textContent ?? '').indexOf('\n') - 2);
      letter.setEnd(text, letter.startOffset + 1);
      const { left, right, top, bottom } = letter.getBoundingClientRect();
      // What is clipped is not hit.
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return block.scrollWidth > block.clientWidth && Boolean(hit?.closest('code'));
    });
  await expect.poll(endsInSight).toBe(true);
});

import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Page } from 'playwright/test';
import { signUp } from './device-journey.ts';
import { composer, expect, test, url } from './fixtures.ts';
import { call, follows, openStage, paidTeam, send } from './sync-stage.ts';

const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop' });
const words = async (page: Page) => (await conversation(page).innerText()).split(/\s+/).length;
/** The typed text, the position of the caret, and whether the field has the focus. */
const typing = (page: Page) =>
  composer(page).evaluate((field: HTMLTextAreaElement) => ({
    text: field.value,
    selected: [field.selectionStart, field.selectionEnd],
    focused: document.activeElement === field,
  }));

test('a chat that is open on a desktop and on a phone streams in both, can be edited in both, and interrupts nobody’s typing', async ({
  page,
  browser,
}) => {
  test.slow();
  const email = await signUp(page, 'two-open');
  await paidTeam(page, 'Vela', 2);
  const chatId = await send(page, 'What are tides?');
  const { other, tab, end } = await openStage(page, browser, email, true);
  await Promise.all([page, other].map((one) => one.goto(url(`/?chat=${chatId}`))));
  await Promise.all([page, other].map(follows));

  await test.step('it streams word by word in both, while the other one types in the middle of a text', async () => {
    await composer(other).fill('Half a thought');
    await composer(other).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 6));
    const before = await typing(other);
    await composer(page).fill('A long answer of 3000 words about the moon');
    await composer(page).press('Enter');
    await expect(conversation(other).getByText('A long answer of 3000 words about the moon')).toBeVisible();
    const at = await words(other);
    await expect.poll(() => words(other)).toBeGreaterThan(at + 20);
    const then = await words(other);
    await expect.poll(() => words(other)).toBeGreaterThan(then);
    await expect(stop(other)).toBeVisible();
    await stop(page).click();
    for (const one of [page, other]) await expect(stop(one)).toBeHidden();
    // For a long chat, `innerText` contains only the visible messages.
    const messagesIn = (one: Page) => conversation(one).getByRole('listitem').allTextContents();
    expect(await messagesIn(other)).toEqual(await messagesIn(page));
    expect(await typing(other)).toEqual(before);
  });

  await test.step('a word that an input method composes stays until it is complete', async () => {
    await composer(other).fill('');
    const keyboard = await other.context().newCDPSession(other);
    await keyboard.send('Input.imeSetComposition', { text: 'しお', selectionStart: 2, selectionEnd: 2 });
    await send(page, 'And neap tides?', chatId);
    await expect(conversation(other).getByText('And neap tides?', { exact: true })).toBeVisible();
    expect((await typing(other)).text).toBe('しお');
    await keyboard.send('Input.insertText', { text: '潮' });
    expect((await typing(other)).text).toBe('潮');
  });

  await test.step('an edited message replaces the first version, which is then shown again', async () => {
    const { messages } = await call(page, calls.chat.getChat, { chatId });
    const replaced = messages.at(-1)!._id;
    const answer = await page.request.post(url(`/api${calls.chat.streamReply.path}`), {
      data: { id: chatId, prompt: 'And spring tides?', replaces: replaced },
      headers: { origin: new URL(url()).origin },
    });
    await answer.text();
    for (const one of [page, other]) {
      await expect(conversation(one).getByText('And spring tides?', { exact: true })).toBeVisible();
      await expect(conversation(one).getByText('And neap tides?', { exact: true })).toHaveCount(0);
    }
    await call(page, calls.chat.selectVersion, { messageId: replaced });
    for (const one of [page, other])
      await expect(conversation(one).getByText('And neap tides?', { exact: true })).toBeVisible();
    expect((await typing(other)).text).toBe('潮');
  });

  await test.step('a reply is marked in the lists until it ends, although the tab that asked is closed', async () => {
    await Promise.all([page, other].map((one) => one.goto(url('/'))));
    await other.getByRole('button', { name: 'Show chats' }).click();
    await tab.goto(url(`/?chat=${chatId}`));
    const mark = (one: Page) =>
      one.getByRole('complementary', { name: 'Chats' }).getByRole('img', { name: 'Reply in progress' });
    await composer(tab).fill('A long answer of 3000 words about the sea');
    await composer(tab).press('Enter');
    for (const one of [page, other]) await expect(mark(one)).toBeVisible();
    await tab.close();
    await page.reload();
    for (const one of [page, other]) await expect(mark(one)).toBeVisible();
    // Stopped here, because the mark does not depend on how a reply ends, and a whole one takes long.
    const { messages } = await call(page, calls.chat.getChat, { chatId });
    await call(page, calls.chat.stopReply, { messageId: messages.at(-1)!._id });
    for (const one of [page, other]) await expect(mark(one)).toBeHidden();
  });
  await end();
});

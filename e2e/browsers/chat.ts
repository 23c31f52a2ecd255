import { expect } from './fixtures.ts';
import { button, css, type Person, role, text } from './person.ts';

export const composer = role('textbox', 'Message');
export const stop = button('Stop');
export const conversation = role('list', 'Conversation');
const answer = css('[data-row]:last-of-type [aria-busy]', conversation);

/** The part that a text and its rendering have in common: letters and digits only. */
const lettersAndDigits = (shown: string): string => shown.replaceAll(/[^\p{L}\p{N}]/gu, '');

export const send = async (person: Person, prompt: string): Promise<void> => {
  await person.fill(composer, prompt);
  await person.keys('Enter');
};

/** Sends a prompt and waits until its answer grows. */
export const startReply = async (person: Person, prompt: string): Promise<void> => {
  await send(person, prompt);
  await person.sees(stop);
  const shown = async () => (await person.locate(answer)).text.length;
  await expect.poll(shown).toBeGreaterThan(200);
  const before = await shown();
  await expect.poll(shown).toBeGreaterThan(before + 50);
  await person.isAt(/\?chat=[0-9a-f]{24}$/);
};

/** Sends a prompt and waits until its answer is complete. */
export const sendPrompt = async (person: Person, prompt: string): Promise<void> => {
  await send(person, prompt);
  await person.sees(text(prompt, conversation));
  await person.misses(stop, { within: 60_000 });
};

interface Stored {
  readonly _id: string;
  readonly content: string;
  readonly pending: boolean;
}

/** Expects that the answer on the screen equals the one that the service stores, with nothing missing or doubled. */
export const expectComplete = async (person: Person): Promise<void> => {
  await person.misses(stop, { within: 60_000 });
  const chatId = new URL(await person.tab.address()).searchParams.get('chat');
  const { messages } = (await person.get(`/api/chat?chatId=${chatId}`)) as { messages: readonly Stored[] };
  const { content, pending } = (await person.get(`/api/chatMessage?id=${messages.at(-1)?._id}`)) as Stored;
  expect(pending).toBe(false);
  expect(content.length).toBeGreaterThan(100);
  await expect
    .poll(async () => lettersAndDigits((await person.locate(answer)).text))
    .toContain(lettersAndDigits(content));
};

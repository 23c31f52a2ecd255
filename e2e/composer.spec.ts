import type { Page } from 'playwright/test';
import { headers } from './device-journey.ts';
import { composer, expect, test as base, url } from './fixtures.ts';

const test = base.extend({});
test.use({
  permissions: ['microphone'],
  launchOptions: async ({ launchOptions }, provide) => {
    const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...microphone] });
  },
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' });
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const choose = (page: Page, ...files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0][]) =>
  page.locator('input[type=file]').setInputFiles(files.flat() as never);

/** A PDF of one page that contains `words`. */
const pdf = (words: string): Buffer => {
  const stream = `BT /F1 24 Tf 72 700 Td (${words}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
};

/** Drags files over the chat, as from the desktop. */
const drag = (page: Page, event: 'dragover' | 'dragleave' | 'drop') =>
  composer(page).evaluate((area, type) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['Dragged here.'], 'dragged.txt', { type: 'text/plain' }));
    area.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }, event);

test.beforeEach(async ({ login, navigate, page }) => {
  await login('premium@atrium.test');
  await navigate('/');
  await expect(composer(page)).toBeVisible();
});

test('a text and a PDF are attached and sent, and the answer refers to them', async ({ page }) => {
  await choose(page, text('launch.txt', 'The launch of the ferry Marguerite is on Thursday.'), {
    name: 'budget.pdf',
    mimeType: 'application/pdf',
    buffer: pdf('The budget of Marguerite is 40 crowns'),
  });
  await expect(button(page, 'Remove launch.txt')).toBeVisible();
  await expect(button(page, 'Remove budget.pdf')).toBeVisible();
  await composer(page).fill('Summarise these files');
  await composer(page).press('Enter');
  await expect(conversation(page).getByRole('button', { name: 'Open budget.pdf' })).toBeVisible();
  await expect(button(page, 'Stop')).toBeHidden({ timeout: 60_000 });
  await expect(conversation(page).locator('[aria-busy]').last()).toContainText('Marguerite');
  await page.reload();
  await expect(conversation(page).getByRole('button', { name: 'Open launch.txt' })).toBeVisible();
  const tab = page.context().waitForEvent('page');
  await conversation(page).getByRole('button', { name: 'Open launch.txt' }).click();
  await tab;
});

test('files are dropped on the chat, and the overlay disappears when they leave', async ({ page }) => {
  const overlay = page.getByText('Drop your files here');
  await drag(page, 'dragover');
  await expect(overlay).toBeVisible();
  await drag(page, 'dragleave');
  await expect(overlay).toBeHidden();
  await drag(page, 'dragover');
  await drag(page, 'drop');
  await expect(overlay).toBeHidden();
  await expect(button(page, 'Remove dragged.txt')).toBeVisible();
});

test('what cannot be uploaded is refused with its name', async ({ page }) => {
  await composer(page).evaluate((area) => {
    const dataTransfer = new DataTransfer();
    const part = new Uint8Array(1024 * 1024);
    dataTransfer.items.add(
      new File(
        Array.from({ length: 101 }, () => part),
        'huge.pdf',
        { type: 'application/pdf' },
      ),
    );
    dataTransfer.items.add(new File(['x'], 'setup.exe', { type: 'application/x-msdownload' }));
    area.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expect(page.getByText('File size too large for: huge.pdf. Maximum file size is 100MB per file.')).toBeVisible();
  await expect(
    page.getByText('Invalid file type detected for: setup.exe. Please upload supported file types.'),
  ).toBeVisible();
  await expect(attachments(page)).toBeHidden();
});

test('notes on many files leave the message and Send on the screen', async ({ page }) => {
  const files = Array.from({ length: 30 }, (_, number) => text(`long-${number}.txt`, 'lorem ipsum '.repeat(17_000)));
  await choose(page, ...files);
  const notes = page.getByRole('status', { name: 'Notes on attachments' });
  await expect(notes.getByRole('listitem')).toHaveCount(30, { timeout: 30_000 });
  await expect(button(page, 'Send')).toBeInViewport();
  await expect(composer(page)).toBeInViewport();
});

test('an upload that fails is removed, and its message stays', async ({ page }) => {
  await page.route('**/objects/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await choose(page, text('lost.txt', 'x'));
  await expect(page.getByText('Failed to upload file lost.txt, please try again.')).toBeVisible();
  await expect(attachments(page)).toBeHidden();
});

test('each chat keeps its text, files and modes through a reload and on another page', async ({ page }) => {
  await composer(page).fill('Another chat');
  await button(page, 'Send').click();
  await expect(page).toHaveURL(/chat=\w{24}/);
  const { search } = new URL(page.url());
  await page.goto(url('/'));
  await choose(page, text('kept.txt', 'Kept.'));
  await expect(button(page, 'Remove kept.txt')).toBeVisible();
  await button(page, 'Research mode').click();
  await composer(page).fill('Half a thought');
  const expectDraft = async () => {
    await expect(composer(page)).toHaveValue('Half a thought');
    await expect(button(page, 'Remove kept.txt')).toBeVisible();
    await expect(button(page, 'Research mode')).toHaveAttribute('aria-pressed', 'true');
  };
  await page.reload();
  await expectDraft();
  await page.goto('about:blank');
  await page.goBack();
  await expectDraft();
  await page.getByRole('complementary', { name: 'Chats' }).locator(`a[href="/${search}"]`).click();
  await expect(composer(page)).toHaveValue('');
  await expect(attachments(page)).toBeHidden();
  await page.goBack();
  await expectDraft();
});

test('a session that ended while a message was sent loses nothing of it', async ({
  page,
  context,
  login,
  navigate,
}) => {
  await choose(page, text('mine.txt', 'Mine.'));
  await expect(button(page, 'Remove mine.txt')).toBeVisible();
  await composer(page).fill('Remember me');
  await context.clearCookies();
  // The page reloads itself for the user who is signed in by then.
  const loaded = page.waitForEvent('load');
  await composer(page).press('Enter');
  await loaded;
  await expect(composer(page)).toBeHidden();
  await login('member@atrium.test');
  await navigate('/');
  await expect(composer(page)).toHaveValue('');
  await login('premium@atrium.test');
  await navigate('/');
  await expect(composer(page)).toHaveValue('Remember me');
  await expect(button(page, 'Remove mine.txt')).toBeVisible();
});

test('a product admin uses secure mode, which the chat cannot leave', async ({ page, login, navigate }) => {
  await expect(button(page, 'Secure mode')).toBeHidden();
  await login('admin@atrium.test');
  await navigate('/');
  await button(page, 'Secure mode').click();
  await button(page, 'Research mode').click();
  await expect(page.getByText('Deep research is not available in secure mode.')).toBeVisible();
  await composer(page).fill('Keep this between us');
  await composer(page).press('Enter');
  await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}$/);
  await expect(button(page, 'Stop')).toBeHidden({ timeout: 60_000 });
  await page.reload();
  await expect(button(page, 'Secure mode')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Secure mode').click();
  await expect(page.getByText('Secure mode cannot be turned off once used.')).toBeVisible();
});

test('a send that fails restores text and files, and works the second time', async ({ page }) => {
  await choose(page, text('again.txt', 'Once more.'));
  await expect(button(page, 'Remove again.txt')).toBeVisible();
  await page.route('**/api/aiControllerStream', (route) => route.abort(), { times: 1 });
  await composer(page).fill('Try this');
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('Try this');
  await expect(button(page, 'Remove again.txt')).toBeVisible();
  await button(page, 'Send').click();
  await expect(button(page, 'Stop')).toBeHidden({ timeout: 60_000 });
  await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}$/);
  await expect(conversation(page).getByText('Try this', { exact: true })).toHaveCount(1);
});

test('a voice note is recorded and can be cancelled', async ({ page }) => {
  await button(page, 'Record a voice note').click();
  await expect(page.getByRole('timer')).toHaveText('0:01');
  await composer(page).fill('Not yet');
  await composer(page).press('Enter');
  await expect(page.getByText('Please end your recording before sending.')).toBeVisible();
  await button(page, 'Cancel recording').click();
  await expect(page.getByRole('timer')).toBeHidden();
  await expect(composer(page)).toHaveValue('Not yet');
});

test('a voice note is uploaded and sent', async ({ page }) => {
  const upload = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('audio-notes'));
  const send = page.waitForRequest('**/api/aiControllerStream');
  await button(page, 'Record a voice note').click();
  await expect(page.getByRole('timer')).toHaveText('0:01');
  await button(page, 'Stop and send').click();
  expect((await upload).headers()['content-type']).toBe('audio/webm');
  expect((await send).postDataJSON()).toMatchObject({ voiceNote: expect.stringMatching(/^\/objects\/audio-notes\//) });
});

test('a page that records shows that its session has ended elsewhere, and does not ask to stay', async ({ page }) => {
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.dismiss();
  });
  await button(page, 'Record a voice note').click();
  await expect(page.getByRole('timer')).toHaveText('0:01');
  const ended = await page.request.post(url('/api/auth/logout'), { data: {}, headers: headers() });
  expect(ended.status()).toBe(200);
  // As when the browser brings the page back.
  await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
  await expect(page.getByText('You’re signed out.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  expect(questions).toEqual([]);
});

test('on a small phone the recorder fits, even if no speech is detected or the upload fails', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    AnalyserNode.prototype.getFloatTimeDomainData = (samples) => void samples.fill(0);
  });
  await page.route('**/api/uploadUrl**', (route) => route.abort());
  const recorder = page.getByRole('group', { name: 'Voice note' });
  /** Parts of the recorder that stick out of it, and texts that are cut off. */
  const tooWide = () =>
    recorder.evaluate((bar) =>
      [...bar.querySelectorAll('*')]
        .filter((part) => {
          const { textOverflow, visibility } = getComputedStyle(part);
          const cut = textOverflow === 'ellipsis' && visibility === 'visible' && part.scrollWidth > part.clientWidth;
          return cut || part.getBoundingClientRect().right > bar.getBoundingClientRect().right;
        })
        .map((part) => part.textContent),
    );
  await button(page, 'Record a voice note').click();
  await expect(recorder.getByText('No sound yet. Check your microphone.')).toBeVisible();
  expect(await tooWide()).toEqual([]);
  await button(page, 'Stop and send').click();
  await expect(recorder.getByText('Your voice note wasn’t uploaded.')).toBeVisible();
  expect(await tooWide()).toEqual([]);
});

test('the text area grows from one row to eight, and scrolls from there on', async ({ page }) => {
  const heightOf = async (rows: number): Promise<number> => {
    await composer(page).fill(Array.from({ length: rows }, (_, row) => `Row ${row}`).join('\n'));
    const box = await composer(page).locator('..').boundingBox();
    return Math.round(box?.height ?? 0);
  };
  const [one, two, eight, twenty] = [await heightOf(1), await heightOf(2), await heightOf(8), await heightOf(20)];
  expect(eight - one).toBe(7 * (two - one));
  expect(Math.abs(twenty - eight)).toBeLessThan((two - one) / 2);
});

test('a prompt is improved, and the improvement undone', async ({ page }) => {
  await button(page, 'Improve my prompt').click();
  await expect(page.getByText('Prompt help requires a few words to get started.')).toBeVisible();
  await composer(page).fill('Write a poem about rain');
  await button(page, 'Improve my prompt').click();
  await button(page, 'Use this prompt').click();
  await expect(composer(page)).not.toHaveValue('Write a poem about rain');
  await button(page, 'Undo').click();
  await expect(composer(page)).toHaveValue('Write a poem about rain');
});

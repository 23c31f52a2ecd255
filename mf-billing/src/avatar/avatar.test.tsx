import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { AvatarSection } from './avatar-section.tsx';
import { CropDialog } from './crop-dialog.tsx';

const drawn: unknown[][] = [];
const uploads: { url: string; type: string }[] = [];
let broken = false;
let size = { width: 1200, height: 600 };

beforeEach(() => {
  drawn.length = 0;
  uploads.length = 0;
  broken = false;
  size = { width: 1200, height: 600 };
  // The test environment does not draw, so the test checks the calls that would draw.
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(() =>
    broken ? Promise.reject(new Error('No picture.')) : Promise.resolve(),
  );
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockImplementation(() => size.width);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockImplementation(() => size.height);
  const context = { drawImage: (_image: unknown, ...where: number[]) => void drawn.push(where) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type = 'image/png') =>
    take(new Blob(['cut'], { type })),
  );
  // The frame has its actual size.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 300));
});
afterEach(() => vi.restoreAllMocks());

const hostWith = (avatarImageUrl?: string) => {
  const host = createFakeHost({ user: testUser(avatarImageUrl ? { avatarImageUrl } : {}) });
  host.service.answer(calls.files.uploadUrl, () => ({ uploadUrl: '/put', key: 'chatFiles/a/b/file.png' }));
  host.service.answer(calls.profile.updateUser, () => ({}));
  Object.assign(host.client, {
    upload: async (url: string, file: Blob) => void uploads.push({ url, type: file.type }),
  });
  return host;
};

/** Scale and top left corner of the picture behind the frame, in pixels of the frame. */
const seenIn = (image: HTMLElement) => {
  const [x = 0, y = 0, , zoom = 1] = (image.style.transform.match(/-?[\d.]+/g) ?? []).map(Number);
  const least = 300 / Math.min(size.width, size.height);
  const corner = (side: number, moved: number) => Math.round(150 - (side * least * zoom) / 2 + moved);
  return { scale: Number((least * zoom).toFixed(4)), x: corner(size.width, x), y: corner(size.height, y) };
};

const openCrop = async () => {
  const host = hostWith();
  const rendered = renderRemote(contract, <CropDialog />, { host, input: { source: 'blob:picture' } });
  const image = await screen.findByRole('presentation');
  fireEvent.load(image);
  const frame = await screen.findByRole('application', { name: 'Visible part of the picture' });
  const seen = () => seenIn(image);
  return { ...rendered, host, frame, image, seen, press: userEvent.setup() };
};
const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0 });

describe('the crop of a picture', () => {
  test('starts centered on the longer side and covers the shorter side', async () => {
    const { seen } = await openCrop();
    expect(seen()).toEqual({ scale: 0.5, x: -150, y: 0 });
  });

  test('is moved by the mouse within the bounds of the picture', async () => {
    const { frame, seen } = await openCrop();
    fireEvent.mouseDown(frame, at(150, 150));
    fireEvent.mouseMove(document, at(190, 250));
    await waitFor(() => expect(seen()).toEqual({ scale: 0.5, x: -110, y: 0 }));
    fireEvent.mouseMove(document, at(900, 150));
    await waitFor(() => expect(seen()).toEqual({ scale: 0.5, x: 0, y: 0 }));
    fireEvent.mouseUp(document, at(900, 150));
    fireEvent.mouseMove(document, at(0, 0));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(seen()).toEqual({ scale: 0.5, x: 0, y: 0 });
  });

  test('is zoomed and moved by two fingers', async () => {
    const { frame, seen } = await openCrop();
    fireEvent.touchStart(frame, { touches: [at(100, 150), at(200, 150)] });
    fireEvent.touchMove(document, { touches: [at(100, 150), at(300, 150)] });
    // Twice the distance, and the middle between the fingers moved 50 px to the right.
    await waitFor(() => expect(seen()).toEqual({ scale: 1, x: -400, y: -150 }));
  });

  test('is zoomed around the pointer by the wheel, and the dialog does not scroll', async () => {
    const { frame, seen } = await openCrop();
    const wheel = Object.assign(
      new WheelEvent('wheel', { deltaY: -10_000, cancelable: true, bubbles: true }),
      at(0, 0),
    );
    fireEvent(frame, wheel);
    expect(wheel.defaultPrevented).toBe(true);
    await waitFor(() => expect(seen()).toEqual({ scale: 3, x: -900, y: 0 }));
  });

  test('is moved by the arrow keys, in small steps with Shift, and zoomed by plus and minus', async () => {
    const { frame, seen, press } = await openCrop();
    frame.focus();
    await press.keyboard('{ArrowLeft}');
    expect(seen()).toEqual({ scale: 0.5, x: -140, y: 0 });
    await press.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(seen()).toEqual({ scale: 0.5, x: -142, y: 0 });
    await press.keyboard('+');
    expect(seen().scale).toBe(0.55);
    await press.keyboard('--');
    expect(seen()).toEqual({ scale: 0.5, x: -142, y: 0 });
    for (let press10 = 0; press10 < 40; press10 += 1) await press.keyboard('=');
    expect(seen().scale).toBe(3);
  });

  test('is zoomed by the slider from covering the frame up to 3x', async () => {
    const { seen } = await openCrop();
    const slider = screen.getByRole('slider', { name: 'Zoom' });
    expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['0.5', '3']);
    fireEvent.change(slider, { target: { value: '3' } });
    expect(seen()).toEqual({ scale: 3, x: -1650, y: -750 });
  });

  test('has a single scale for a picture smaller than a third of the frame', async () => {
    size = { width: 50, height: 25 };
    const { frame, press, seen } = await openCrop();
    expect(screen.getByRole('slider', { name: 'Zoom' })).toHaveProperty('disabled', true);
    frame.focus();
    await press.keyboard('+');
    expect(seen()).toEqual({ scale: 12, x: -150, y: 0 });
  });

  test('is uploaded as 300 by 300 pixels and becomes the user’s picture', async () => {
    const { host, press, closed } = await openCrop();
    await press.click(screen.getByRole('button', { name: 'Save picture' }));
    await waitFor(() => expect(closed).toEqual([true]));
    expect(drawn).toEqual([[300, 0, 600, 600, 0, 0, 300, 300]]);
    expect(uploads).toEqual([{ url: '/put', type: 'image/png' }]);
    expect(host.service.requests).toEqual([
      { call: 'files.uploadUrl', input: { fileType: 'image/png', folder: 'chatFiles' } },
      { call: 'profile.updateUser', input: { avatarImageUrl: '/objects/chatFiles/a/b/file.png' } },
    ]);
    expect(host.session.user$.value?.avatarImageUrl).toBe('/objects/chatFiles/a/b/file.png');
    expect(host.alertsShown).toEqual([{ message: 'Image uploaded!', type: 'info', time: 3000 }]);
    expect(host.eventsSeen).toEqual([{ event: 'billing.profileUpdated', payload: { userId: 'a'.repeat(24) } }]);
  });

  test('is not saved if the dialog is closed during the upload', async () => {
    const opened = await openCrop();
    const { host, press } = opened;
    let uploaded = () => {};
    Object.assign(host.client, { upload: () => new Promise<void>((resolve) => (uploaded = resolve)) });
    await press.click(screen.getByRole('button', { name: 'Save picture' }));
    await waitFor(() => expect(host.service.requests).toHaveLength(1));
    opened.end();
    uploaded();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(host.service.requests.map(({ call }) => call)).toEqual(['files.uploadUrl']);
    expect(host.alertsShown).toEqual([]);
  });

  test('stays open with a message if the upload fails', async () => {
    const { host, press, closed } = await openCrop();
    Object.assign(host.client, { upload: () => Promise.reject(new Error('Offline.')) });
    await press.click(screen.getByRole('button', { name: 'Save picture' }));
    await waitFor(() => expect(host.alertsShown[0]?.message).toBe('Failed to upload image, please try again.'));
    expect(closed).toEqual([]);
    expect(host.session.user$.value?.avatarImageUrl).toBeUndefined();
  });
});

describe('the picture in the settings', () => {
  const choose = async (file: File) => {
    const host = hostWith();
    renderRemote(contract, <AvatarSection user={testUser()} />, { host });
    await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Picture file'), file);
    return host;
  };
  const file = (name: string, type: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type });

  test.each(['image/png', 'image/gif'])('of the type %s opens the crop', async (type) => {
    const host = await choose(file('me', type));
    await waitFor(() => expect(host.dialogsOpened).toHaveLength(1));
    expect(host.dialogsOpened[0]).toMatchObject({
      dialog: 'billing.cropAvatar',
      props: { source: expect.any(String) },
    });
    expect(host.alertsShown).toEqual([]);
  });

  test.each([
    ['a text', file('me.txt', 'text/plain'), 'Invalid file type, please select an image or gif.'],
    ['a huge file', file('me.png', 'image/png', 25 * 1024 * 1024 + 1), /too large/],
  ])('is not made of %s', async (_what, given, message) => {
    const host = await choose(given);
    await waitFor(() => expect(host.alertsShown[0]?.message).toMatch(message));
    expect(host.dialogsOpened).toEqual([]);
  });

  test('is not made of a file that the browser cannot open', async () => {
    broken = true;
    const damaged = await choose(file('me.png', 'image/png'));
    await waitFor(() => expect(damaged.alertsShown[0]?.message).toMatch(/may be damaged/));
  });

  test('of HEIC suggests another format if the browser cannot open it', async () => {
    broken = true;
    const host = await choose(file('me.heic', ''));
    await waitFor(() => expect(host.alertsShown[0]?.message).toMatch(/HEIC/));
  });

  test('is not created with more pixels than a browser supports', async () => {
    size = { width: 20_000, height: 20_000 };
    const host = await choose(file('me.png', 'image/png'));
    await waitFor(() => expect(host.alertsShown[0]?.message).toMatch(/too large/));
  });

  test('is shown at 75 px, and can be removed', async () => {
    const avatarImageUrl = '/objects/chatFiles/a/b/file.png';
    const host = hostWith(avatarImageUrl);
    renderRemote(contract, <AvatarSection user={testUser({ avatarImageUrl })} />, { host });
    const shown = screen.getByRole('img', { name: 'Ada Lovelace' }).querySelector('img');
    expect([shown?.getAttribute('width'), shown?.getAttribute('height')]).toEqual(['75', '75']);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Remove picture' }));
    await waitFor(() => expect(host.session.user$.value?.avatarImageUrl).toBeUndefined());
    expect(host.service.requests).toEqual([{ call: 'profile.updateUser', input: { avatarImageUrl: '' } }]);
  });

  test('remains if it could not be removed', async () => {
    const avatarImageUrl = '/objects/chatFiles/a/b/file.png';
    const host = hostWith(avatarImageUrl);
    host.service.answer(calls.profile.updateUser, () => {
      throw new Failure(400, { msg: 'Not now.' });
    });
    renderRemote(contract, <AvatarSection user={testUser({ avatarImageUrl })} />, { host });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Remove picture' }));
    await waitFor(() => expect(host.alertsShown[0]?.message).toBe('Not now.'));
    expect(host.session.user$.value?.avatarImageUrl).toBe(avatarImageUrl);
  });
});

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
  // The test's document draws nothing: what a browser would be told is what counts.
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(() =>
    broken ? Promise.reject(new Error('No picture.')) : Promise.resolve(),
  );
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockImplementation(() => size.width);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockImplementation(() => size.height);
  const context = { drawImage: (_image: unknown, ...where: number[]) => void drawn.push(where) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type) => take(new Blob(['cut'], { type })));
  // The frame is shown at its own size, and keeps no pointer.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 300));
  HTMLElement.prototype.setPointerCapture = () => undefined;
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

const openCrop = async () => {
  const host = hostWith();
  const rendered = renderRemote(contract, <CropDialog />, { host, input: { source: 'blob:picture' } });
  const frame = await screen.findByRole('application');
  await waitFor(() => expect(frame.getAttribute('aria-busy')).toBe('false'));
  const place = () => frame.querySelector('img')?.style.transform;
  return { ...rendered, host, frame, place, press: userEvent.setup() };
};
const finger = (pointerId: number, clientX: number, clientY: number) => ({ pointerId, clientX, clientY, button: 0 });

describe('the cut of a picture', () => {
  test('is moved by the mouse, as far as the picture reaches', async () => {
    const { frame, place } = await openCrop();
    expect(place()).toBe('translate(-150px, 0px) scale(0.5)');
    fireEvent.pointerDown(frame, finger(1, 150, 150));
    fireEvent.pointerMove(frame, finger(1, 190, 250));
    expect(place()).toBe('translate(-110px, 0px) scale(0.5)');
    fireEvent.pointerMove(frame, finger(1, 900, 150));
    expect(place()).toBe('translate(0px, 0px) scale(0.5)');
    fireEvent.pointerUp(frame, finger(1, 900, 150));
    fireEvent.pointerMove(frame, finger(1, 0, 0));
    expect(place()).toBe('translate(0px, 0px) scale(0.5)');
  });

  test('is zoomed and moved by two fingers', async () => {
    const { frame, place } = await openCrop();
    fireEvent.pointerDown(frame, finger(1, 100, 150));
    fireEvent.pointerDown(frame, finger(2, 200, 150));
    fireEvent.pointerMove(frame, finger(2, 300, 150));
    // Twice the distance; the middle between the fingers went 50 px to the right.
    expect(place()).toBe('translate(-400px, -150px) scale(1)');
  });

  test('is zoomed by the wheel around the pointer, and the dialog does not scroll', async () => {
    const { frame, place } = await openCrop();
    const wheel = Object.assign(new WheelEvent('wheel', { deltaY: -10_000, cancelable: true }), {
      clientX: 0,
      clientY: 0,
    });
    fireEvent(frame, wheel);
    expect(wheel.defaultPrevented).toBe(true);
    expect(place()).toBe('translate(-900px, 0px) scale(3)');
  });

  test('is moved by the arrows and zoomed by plus and minus', async () => {
    const { frame, place, press } = await openCrop();
    frame.focus();
    await press.keyboard('{ArrowLeft}');
    expect(place()).toBe('translate(-140px, 0px) scale(0.5)');
    await press.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(place()).toBe('translate(-190px, 0px) scale(0.5)');
    await press.keyboard('+');
    expect(place()).toContain('scale(0.55');
    await press.keyboard('-');
    expect(place()).toContain('scale(0.5)');
  });

  test('is zoomed by the slider from where it covers up to 3', async () => {
    const { place } = await openCrop();
    const slider = screen.getByRole('slider', { name: 'Zoom' });
    expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['0.5', '3']);
    fireEvent.change(slider, { target: { value: '3' } });
    expect(place()).toBe('translate(-1650px, -750px) scale(3)');
  });

  test('is uploaded as 300 by 300 pixels and is the user’s picture then', async () => {
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

  test('stays open where the upload fails, and says so', async () => {
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

  test.each(['image/png', 'image/gif'])('of the type %s goes to the cut', async (type) => {
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

  test('of HEIC says what to take in its place, where the browser cannot open it', async () => {
    broken = true;
    const host = await choose(file('me.heic', ''));
    await waitFor(() => expect(host.alertsShown[0]?.message).toMatch(/HEIC/));
  });

  test('is not made of more pixels than a browser can hold', async () => {
    size = { width: 20_000, height: 20_000 };
    const host = await choose(file('me.png', 'image/png'));
    await waitFor(() => expect(host.alertsShown[0]?.message).toMatch(/too large/));
  });

  test('is shown at 75 px, and can be taken away', async () => {
    const avatarImageUrl = '/objects/chatFiles/a/b/file.png';
    const host = hostWith(avatarImageUrl);
    renderRemote(contract, <AvatarSection user={testUser({ avatarImageUrl })} />, { host });
    const shown = screen.getByRole('img', { name: 'Ada Lovelace' }).querySelector('img');
    expect([shown?.getAttribute('width'), shown?.getAttribute('height')]).toEqual(['75', '75']);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Remove picture' }));
    await waitFor(() => expect(host.session.user$.value?.avatarImageUrl).toBeUndefined());
    expect(host.service.requests).toEqual([{ call: 'profile.updateUser', input: { avatarImageUrl: '' } }]);
  });

  test('stays where it could not be taken away', async () => {
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

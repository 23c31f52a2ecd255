import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { createGestures } from './gestures.ts';
import { fitted, moved, zoomed } from './view.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

afterEach(() => vi.restoreAllMocks());

const stage = { width: 1000, height: 800 };
const image = { width: 800, height: 600 };

describe('the view', () => {
  test('keeps the point below the pointer fixed', () => {
    const point = { x: 200, y: -150 };
    const view = zoomed(fitted, 3, point, image, stage);
    expect([(point.x - view.x) / view.scale, (point.y - view.y) / view.scale]).toEqual([200, -150]);
  });

  test('stays between 0.5x and 5x, and an image never leaves its stage', () => {
    expect(zoomed(fitted, 99, { x: 0, y: 0 }, image, stage).scale).toBe(5);
    expect(zoomed(fitted, 0.01, { x: 0, y: 0 }, image, stage).scale).toBe(0.5);
    const large = zoomed(fitted, 2, { x: 0, y: 0 }, image, stage);
    expect(moved(large, { x: 9999, y: -9999 }, image, stage)).toEqual({ scale: 2, x: 300, y: -200 });
    expect(moved(fitted, { x: 50, y: 50 }, image, stage)).toEqual(fitted);
  });
});

describe('gestures', () => {
  const at = (time: number, x = 0, y = 0, id = 1) => ({ id, x, y, time });

  test('two taps within 300 ms are a double tap, later ones are two taps', () => {
    const { down, up } = createGestures();
    const tap = (time: number) => {
      down(at(time));
      return up(at(time))?.kind;
    };
    expect([tap(0), tap(300), tap(400), tap(701)]).toEqual(['tap', 'double', 'tap', 'tap']);
  });

  test('two taps far from each other are two taps', () => {
    const { down, up } = createGestures();
    const tap = (time: number, x: number) => {
      down(at(time, x));
      return up(at(time, x))?.kind;
    };
    expect([tap(0, 0), tap(100, 25), tap(200, 49)]).toEqual(['tap', 'tap', 'double']);
  });

  test('two fingers pinch about the middle between them, one drags', () => {
    const { down, move, up } = createGestures();
    down(at(0, -50));
    expect(move(at(1, -48))).toBeUndefined();
    expect(move(at(2, -30))).toEqual({ kind: 'move', by: { x: 18, y: 0 } });
    down(at(3, 30, 0, 2));
    expect(move(at(4, 90, 0, 2))).toEqual({ kind: 'pinch', factor: 2, at: { x: 30, y: 0 }, by: { x: 30, y: 0 } });
    expect([up(at(5, -30)), up(at(6, 90, 0, 2))]).toEqual([undefined, undefined]);
  });
});

describe('the overlay', () => {
  const show = (url = '/objects/i.png') => renderRemote(contract, <ZoomDialog />, { input: { url, alt: 'A cat' } });
  const size = () => screen.getByRole('status', { name: 'Size' }).textContent;
  const area = () => screen.getByRole('group', { name: /^Image\./ });

  test('shows an image of the product and nothing from elsewhere', () => {
    show();
    expect(screen.getByRole('img', { name: 'A cat' }).getAttribute('src')).toBe('/objects/i.png');
    for (const url of [
      'https://elsewhere.test/i.png',
      'javascript:alert(1)',
      'blob:https://elsewhere.test/1',
      'data:x',
    ]) {
      const { container, unmount } = show(url);
      expect(container.querySelector('img'), url).toBeNull();
      unmount();
    }
  });

  test('offers the image as a file', () => {
    show('/objects/u/lamp%20post.png?link=1');
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download' });
    expect([link.getAttribute('href'), link.download]).toEqual(['/objects/u/lamp%20post.png?link=1', 'lamp post.png']);
  });

  test('is shown even if its path is encoded badly', () => {
    show('/objects/u/100%.png');
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Download' }).download).toBe('100%.png');
  });

  test('zooms by keys: plus, minus, and zero to fit; it has the focus', () => {
    show();
    expect(document.activeElement).toBe(area());
    fireEvent.keyDown(area(), { key: '+' });
    expect(size()).toBe('125%');
    for (let press = 0; press < 9; press += 1) fireEvent.keyDown(area(), { key: '+' });
    expect(size()).toBe('500%');
    fireEvent.keyDown(area(), { key: '0' });
    for (let press = 0; press < 9; press += 1) fireEvent.keyDown(area(), { key: '-' });
    expect(size()).toBe('50%');
    expect(screen.getByRole('button', { name: 'Zoom out' })).toHaveProperty('disabled', true);
  });

  test('zooms by the wheel without moving the page behind', () => {
    show();
    const wheel = createEvent.wheel(area(), { deltaY: -100 });
    fireEvent(area(), wheel);
    expect(wheel.defaultPrevented).toBe(true);
    expect(size()).toBe('122%');
  });

  test('doubles at a double click, fits at the next, and a click beside the image closes', () => {
    const { closed } = show();
    const press = (target: Element) => {
      vi.spyOn(document, 'elementFromPoint').mockReturnValue(target);
      area().setPointerCapture = () => undefined;
      fireEvent.pointerDown(target, { pointerId: 1, button: 0 });
      fireEvent.pointerUp(target, { pointerId: 1, button: 0 });
    };
    const picture = screen.getByRole('img', { name: 'A cat' });
    press(picture);
    press(picture);
    expect(size()).toBe('200%');
    press(picture);
    press(picture);
    expect(size()).toBe('100%');
    expect(closed).toEqual([]);
    press(area());
    expect(closed).toHaveLength(1);
  });
});

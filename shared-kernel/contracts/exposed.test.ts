import { expect, test } from 'vitest';
import { exposedIn } from './exposed.ts';

test('an exposed file gives the component of its name', () => {
  expect(exposedIn('./src/left-bar/left-bar.tsx')).toEqual({
    file: './src/left-bar/left-bar.tsx',
    component: 'LeftBar',
  });
});

test('a folder with a dot in its name says nothing of the component', () => {
  expect(exposedIn('./src/v1.2/left-bar.tsx').component).toBe('LeftBar');
});

test('a name after the file gives another of its components', () => {
  expect(exposedIn('./src/social/social-return.tsx#AppleReturn')).toEqual({
    file: './src/social/social-return.tsx',
    component: 'AppleReturn',
  });
});

test('a file with its own lifecycles exports no component', () => {
  expect(exposedIn('./src/other-framework.ts#*')).toEqual({ file: './src/other-framework.ts' });
});

test('a static part gives the component of its whole name', () => {
  expect(exposedIn('./src/screen/chat-screen.static.tsx')).toEqual({
    file: './src/screen/chat-screen.static.tsx',
    component: 'ChatScreenStatic',
  });
});

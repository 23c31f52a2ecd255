import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStorage } from '../visit/storage.ts';
import { createAppearance } from './appearance.model.ts';

const { local } = createStorage();
const root = document.documentElement;
const themeColor = () => document.querySelector('meta[name="theme-color"]')?.getAttribute('content');

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="#f7f7f7">';
  root.dataset['theme'] = 'light';
  delete root.dataset['fontSize'];
});

describe('before the first frame', () => {
  const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
  const paint = () => void runInThisContext(/<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '');

  test('the page applies the stored theme and font size', () => {
    local.set('theme', 'dark');
    local.set('fontSize', '18px');
    paint();
    expect(root.dataset).toMatchObject({ theme: 'dark', fontSize: '18px' });
    expect(themeColor()).toBe('#000000');
  });

  test('the page is light where nothing, or nonsense, is stored', () => {
    local.set('theme', 'sepia');
    local.set('fontSize', '99px');
    paint();
    expect(root.dataset['theme']).toBe('light');
    expect(root.dataset['fontSize']).toBeUndefined();
    expect(themeColor()).toBe('#f7f7f7');
  });

  test('the page says what to do without JavaScript, and contains the edge’s marks', () => {
    expect(page).toMatch(/<noscript>[^]*JavaScript[^]*<\/noscript>/);
    expect(page).toContain('<!--release-set-->');
    expect(page).toContain('<!--preloads-->');
  });
});

describe('theme and font size', () => {
  test('are light and 16px by default', () => {
    const appearance = createAppearance(document, local, new BehaviorSubject<User | undefined>(undefined));
    expect([appearance.theme$.value, appearance.fontSize$.value]).toEqual(['light', '16px']);
  });

  test('change at once and are stored', () => {
    const appearance = createAppearance(document, local, new BehaviorSubject<User | undefined>(undefined));
    appearance.setTheme('dark');
    appearance.setFontSize('14px');
    expect(root.dataset).toMatchObject({ theme: 'dark', fontSize: '14px' });
    expect(themeColor()).toBe('#000000');
    expect([local.get('theme'), local.get('fontSize')]).toEqual(['dark', '14px']);
  });

  test('follow what the service says about the user, and stay when the user is gone', () => {
    const user$ = new BehaviorSubject<User | undefined>(undefined);
    const appearance = createAppearance(document, local, user$);
    user$.next(testUser({ theme: 'dark', fontSize: '18px' }));
    expect([appearance.theme$.value, appearance.fontSize$.value]).toEqual(['dark', '18px']);
    user$.next(undefined);
    expect(appearance.theme$.value).toBe('dark');
    expect(local.get('theme')).toBe('dark');
  });
});

import { describe, expect, test } from 'vitest';
import { noModes, withToggled } from './modes.ts';

const research = { ...noModes, research: true };
const image = { ...noModes, image: true };
const secure = { ...noModes, secure: true };

describe('a mode', () => {
  test('turned on turns the others off, and is turned off by itself', () => {
    expect(withToggled(research, 'image', false)).toEqual(image);
    expect(withToggled(image, 'research', false)).toEqual(research);
    expect(withToggled(image, 'secure', false)).toEqual(secure);
    expect(withToggled(research, 'research', false)).toEqual(noModes);
  });

  test.each(['research', 'image'] as const)('of %s is refused in secure mode', (mode) => {
    expect(withToggled(secure, mode, false)).toBe(mode);
    expect(withToggled(noModes, mode, true)).toBe(mode);
  });

  test('that is secure can be left until the chat has used it', () => {
    expect(withToggled(secure, 'secure', false)).toEqual(noModes);
    expect(withToggled(secure, 'secure', true)).toBe('secure');
  });
});

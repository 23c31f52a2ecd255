export interface Modes {
  readonly research: boolean;
  readonly image: boolean;
  readonly secure: boolean;
}
export type Mode = keyof Modes;

export const noModes: Modes = { research: false, image: false, secure: false };

/**
 * The modes after one of them was toggled, or the mode that is refused. Turning one on turns the others off.
 * Secure mode blocks the others, and cannot be turned off once the chat has `used` it (B4.02, B4.03).
 */
export const withToggled = (modes: Modes, mode: Mode, used: boolean): Modes | Mode => {
  const secure = modes.secure || used;
  if (mode === 'secure') return used ? mode : { ...noModes, secure: !secure };
  if (secure) return mode;
  return { ...noModes, [mode]: !modes[mode] };
};

import {
  secureExcludesHelp,
  secureExcludesImages,
  secureExcludesResearch,
  secureForGood,
} from '@atrium/shared-kernel/contracts/sentences';
export interface Modes {
  readonly research: boolean;
  readonly image: boolean;
  readonly secure: boolean;
}
export type Mode = keyof Modes;

export const noModes: Modes = { research: false, image: false, secure: false };

/** Why a mode cannot be changed (B8.41 to B8.44). */
export const modeConflicts = {
  research: secureExcludesResearch,
  image: secureExcludesImages,
  help: secureExcludesHelp,
  secure: secureForGood,
} as const;

/**
 * The modes after one of them was toggled, or the reason why that is refused. Turning one on turns the others off.
 * Secure mode blocks the others, and cannot be turned off once the chat has `used` it (B4.02, B4.03).
 */
export const withToggled = (modes: Modes, mode: Mode, used: boolean): Modes | string => {
  const secure = modes.secure || used;
  if (mode === 'secure') return used ? modeConflicts.secure : { ...noModes, secure: !secure };
  if (secure) return modeConflicts[mode];
  return { ...noModes, [mode]: !modes[mode] };
};

/** Business constants of the specification: A9, B9. Times in milliseconds, sizes in bytes or CSS pixels. */
export const breakpoints = { mobile: 800, bars: 1200, chatWidth: 1020 } as const;
export const swipe = { commit: 50, cap: 275 } as const;
export const toastTimes = { short: 3000, medium: 5000, long: 7500, longest: 10_000 } as const;
export const themes = { light: '#f7f7f7', dark: '#000000' } as const;
export const fontSizes = { Small: '14px', Medium: '16px', Large: '18px' } as const;
export const personalities = ['explorer', 'serious', 'casual'] as const;
export const languages = ['en-US', 'en-GB'] as const;
export const heardFromOptions = ['friend', 'youtube', 'linkedin', 'x', 'reddit', 'other'] as const;
/** The external identity providers, by the names of their routes. */
export const identityProviders = ['google', 'apple', 'azure'] as const;
/** The workspace services that a product admin may connect. */
export const workspaceProviders = ['google', 'microsoft'] as const;
/** The profile picture in CSS pixels: its displayed and its stored size, and the maximum zoom when it is cropped. */
export const avatar = { shown: 75, size: 300, zoomMax: 3 } as const;
/** The number of days of usage that is shown. */
export const usageDays = 30;
export const username = { min: 3, max: 30 } as const;
export const passwordMin = 6;
export const seats = { min: 2, default: 2, max: 100_000, successDelay: 3000 } as const;
/** Days that a renewed join link may be valid. Without a number it is valid until it is renewed again. */
export const joinLinkDays = [1, 7, 30] as const;
export const subscriptionGrace = 24 * 60 * 60 * 1000;
/** Prices per seat in minor currency units; a yearly price is for twelve months and saves 20 %. */
export const plans = {
  ZA: { currency: 'zar', symbol: 'R', monthly: 18_000, yearly: 172_800 },
  US: { currency: 'usd', symbol: '$', monthly: 1000, yearly: 9600 },
} as const;
export const planFor = (countryCode: string | undefined) => (countryCode === 'ZA' ? plans.ZA : plans.US);
export const settingsSaveDelay = 1000;
export const redirectDelay = 3000;
export const select = { scrollAbove: 10, maxHeight: 300 } as const;
export const chatPage = { size: 10, loadMoreWithin: 100 } as const;
export const listStep = 4;
export const searchDebounce = 1000;
/** The most chats that a search finds: the newest ones. */
export const searchMax = 50;
/** Beyond the specification: how long Undo is offered after a deletion, and how long it is possible. */
export const chatUndo = {
  offered: 30_000,
  retained: 5 * 60 * 1000,
  /** @deprecated until 2027-05-31: use retained. */
  kept: 5 * 60 * 1000,
} as const;
/** The most chats that one call deletes, and the most that may be pinned. */
export const chatsAtOnce = 1000;
export const pinsMax = 50;
/** The most characters of a chat's summary, and the most pinned messages of a chat in the model's context. */
export const summaryMax = 8000;
export const pinnedMessagesMax = 20;
/** The most entries that a report of the context lists. */
export const contextLists = { turns: 50, memories: 100, files: 50, passages: 100 } as const;
/** The most characters of a prompt. */
export const promptMax = 500_000;
/** The most bytes of a voice note that transcription models accept, and those at which a recording ends by itself. */
export const voiceNote = { max: 25 * 1024 * 1024, fullAt: 24.75 * 1024 * 1024 } as const;
/** The most characters of a memory, and the most memories of one user. */
export const memory = { max: 500, most: 500 } as const;
/** The most agents of one user, and of one team. */
export const agentsMax = 500;
/** The most bytes of an imported file, and the interval at which a page polls its progress. */
export const importMax = 2 * 1024 * 1024 * 1024;
export const importPoll = 1500;
export const memoryPoll = 30_000;
export const messagePoll = { first: 1000, every: 2500, staleAfter: 15 * 60 * 1000 } as const;
export const titleTyping = 30;
export const thoughtTyping = { perCharacter: 1, pause: 1500 } as const;
export const promptHelpMax = 1750;
export const upload = { perFile: 100 * 1024 * 1024, total: 100 * 1024 * 1024, warnAt: 0.75, errorAt: 0.9 } as const;
/** The path of stored files, which their key follows. */
export const storageBase = '/objects/';
/** How long the overlay stays after a drag has left the page. */
export const dragOverlay = 500;
/**
 * A chat of up to `whole` messages is loaded at once. Of a longer one, the newest `end` messages are loaded as it is
 * opened, which is more than a screen shows, and then the `before` messages before them, every `every` ms.
 */
export const threadParts = { whole: 50, end: 20, before: 100, every: 150 } as const;

export const markdown = { progressiveAbove: 100, first: 50, step: 25, every: 16 } as const;
export const cookies = { attribution: 'aT', uuid: 'spockUuid', maxAge: 365 * 24 * 60 * 60 } as const;

/** Seconds as minutes and seconds: 65 is 1:05. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

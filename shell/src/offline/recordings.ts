const lockName = 'atrium.recording';

/** Where a voice recording would be lost with the session. */
export type RecordingLocation = 'here' | 'other tab';

/** Knows whether a tab of this browser has a recording: each holds a shared lock for as long as it has one. */
export const createRecordings = (locks: Pick<LockManager, 'request' | 'query'> | undefined) => {
  let release: (() => void) | undefined;
  let released: Promise<unknown> = Promise.resolve();
  return {
    set(recording: boolean): void {
      if (recording === (release !== undefined)) return;
      release?.();
      release = undefined;
      if (!recording) return;
      const end = Promise.withResolvers<void>();
      release = end.resolve;
      released = locks?.request(lockName, { mode: 'shared' }, () => end.promise).catch(() => undefined) ?? released;
    },
    async location(): Promise<RecordingLocation | undefined> {
      if (release) return 'here';
      // Until then this tab’s own lock would be taken for another one’s.
      await released;
      const { held = [] } = (await locks?.query()) ?? {};
      return held.some(({ name }) => name === lockName) ? 'other tab' : undefined;
    },
  };
};

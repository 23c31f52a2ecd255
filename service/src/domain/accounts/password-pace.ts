import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const key = 'atrium/passwords-at-once';

/** Makes hashing as urgent as other work, for tests, which wait for it. Threads that start later do the same. */
export const hashAtOnce = (): void => setEnvironmentData(key, true);

/** Whether hashing leaves the processor to other work. */
export const isPaced = (): boolean => getEnvironmentData(key) !== true;

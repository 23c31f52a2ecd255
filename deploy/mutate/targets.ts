/** Files that are mutated together, and the tests that have to notice. */
export interface Target {
  /** Project of the test runner. */
  readonly project: string;
  /** Files to mutate, as patterns relative to the project's folder. */
  readonly mutate: readonly string[];
  /** Tests to run, as patterns relative to the project's folder. */
  readonly tests: readonly string[];
  /** The tests also read the sources of other packages. */
  readonly readsAll?: true;
}

const kernel = (folder: string): Target => ({
  project: 'shared-kernel',
  mutate: [`${folder}/*.ts`],
  tests: [`${folder}/*.test.ts`],
});
const service = (mutate: readonly string[], tests: readonly string[]): Target => ({
  project: 'service',
  mutate,
  tests,
});

export const targets: Readonly<Record<string, Target>> = {
  cookies: service(['src/http/cookies.ts'], ['src/http/cookies.test.ts']),
  bus: kernel('bus'),
  client: kernel('client'),
  // The check of contracts compares their declarations with every pinned release.
  contracts: {
    project: 'shared-kernel',
    mutate: ['contracts/*.ts', 'contracts/entities/omission.ts', 'contracts/failures/{answer,define,failures}.ts'],
    tests: ['contracts/*.test.ts', 'contracts/failures/failures.test.ts'],
    readsAll: true,
  },
  access: service(['src/http/{access,failure,input,preconditions,security}.ts'], ['src/http/{rules,failure}.test.ts']),
  replies: kernel('replies'),
  'service-replies': service(['src/domain/replies/*.ts'], ['src/domain/replies/*.test.ts', 'src/calls/chat/*.test.ts']),
  money: service(
    ['src/domain/billing/*.ts'],
    [
      'src/domain/billing/*.test.ts',
      'src/calls/billing/*.test.ts',
      'src/local/payments/*.test.ts',
      'src/http/payment-events.test.ts',
    ],
  ),
};

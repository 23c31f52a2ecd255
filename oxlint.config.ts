import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from 'oxlint';

/** Every folder with a package is a room of its own: what it may import follows from its kind. */
const packages = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${import.meta.dirname}/${entry.name}/package.json`))
  .map((entry) => entry.name);
const remotes = packages.filter((name) => name.startsWith('mf-'));

const boundary = (folder: string) => {
  const foreign = packages.filter((name) => name !== folder && name !== 'shared-kernel');
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    excludeFiles: ['**/rsbuild.config.ts', '**/*.test.ts', '**/*.test.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: foreign.flatMap((name) => [name, `${name}/**`, `**/../${name}/**`, `@atrium/${name}/**`]),
              message: `${folder} imports shared-kernel and npm packages, no other package's code.`,
            },
            ...(remotes.includes(folder)
              ? [
                  {
                    group: ['react-router-dom', 'react-router'],
                    message: 'The router lives in the shell: use the navigation facade.',
                  },
                ]
              : []),
          ],
        },
      ],
      ...(remotes.includes(folder)
        ? { 'no-restricted-globals': ['error', 'window', 'location', 'history', 'localStorage', 'sessionStorage'] }
        : {}),
    },
  };
};

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'import', 'jsx-a11y', 'vitest', 'promise'],
  jsPlugins: ['eslint-plugin-compat'],
  settings: { targets: ['baseline 2024'] },
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['**/dist/**', '.atrium/**', 'service/src/db/migrations/**', 'deploy/environments/releases/**'],
  rules: {
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    'no-empty': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'import/no-unassigned-import': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'typescript/no-unsafe-type-assertion': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/require-mock-type-parameters': 'off',
    // A region that scrolls must be reachable by keyboard.
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // TypeScript itself knows whether a switch is exhaustive.
    'typescript/consistent-return': 'off',
    // `_id` is the wire's name of an id; the others are names that React and Module Federation look for.
    'no-underscore-dangle': [
      'error',
      {
        allow: [
          '_id',
          '_default',
          '__ATRIUM_DEVELOPMENT__',
          '__FEDERATION__',
          '__GLOBAL_PLUGIN__',
          '__REACT_DEVTOOLS_GLOBAL_HOOK__',
        ],
      },
    ],
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
  },
  overrides: [
    ...['shell', 'shared-kernel', 'service', ...remotes].filter((name) => packages.includes(name)).map(boundary),
    {
      files: ['shell', 'shared-kernel', ...remotes].map((name) => `${name}/**/*.{ts,tsx}`),
      excludeFiles: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', '**/rsbuild.config.ts'],
      rules: { 'compat/compat': 'error' },
    },
    {
      files: ['shared-kernel/ui/**'],
      excludeFiles: ['**/*.test.tsx'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['bus', 'client', 'session', 'remote'].flatMap((part) => [
                  `**/../${part}/**`,
                  `@atrium/shared-kernel/${part}`,
                ]),
                message: 'A part of the user interface knows no bus and no client.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/*.spec.ts'],
      rules: {
        'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
        'max-lines-per-function': 'off',
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx'],
      rules: {
        'no-console': 'off',
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'marbles'] }],
      },
    },
    {
      // A line for each call of the product, so that find-references works.
      files: ['service/src/calls/registry.ts'],
      rules: { 'max-lines': 'off' },
    },
    {
      // Stand-ins and attackers of tests are lists of routes.
      files: ['**/testing/**', 'e2e/browsers/person.ts'],
      rules: { 'max-lines-per-function': 'off' },
    },
    {
      // What a test or a bench reads it has made itself: a wrong assertion there fails at once.
      files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', 'e2e/**', 'deploy/{bench,contracts,eval}/**'],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    {
      files: [
        'deploy/**',
        'service/src/main.ts',
        'service/src/backup/main.ts',
        'service/src/migrate.ts',
        'service/src/models.ts',
        'e2e/**',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
});

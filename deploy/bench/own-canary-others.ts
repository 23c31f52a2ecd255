import { publish, type Scenario } from './own-canary-scenario.ts';

const refusalOf = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  throw new Error('It was not refused.');
};

const requireText = (text: string, pattern: RegExp): string => {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`It says no ${pattern}:\n${text}`);
  return found;
};

/** Rows of docs/failures.md that users never see, because the release command refuses them. */
export const others: Readonly<Record<string, (scenario: Scenario) => Promise<string>>> = {
  async 'claims a route of another remote'(scenario) {
    const route = (text: string) => text.replace("path: '/news'", "path: '/team'");
    const refusal = refusalOf(() => publish(scenario, '2.0.0', { contract: route }));
    return `refused: ${requireText(refusal, /.*\/team.*mf-teams.*/)}`;
  },
};

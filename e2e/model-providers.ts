import { startProvider } from '../service/src/testing/provider-server.ts';
import { sideRequestIn } from '../service/src/testing/side-request.ts';

/** The response of a provider that is overloaded. */
const busy = { status: 503, body: { error: { code: 503, message: 'No capacity.', status: 'UNAVAILABLE' } } };

/** The summary that a model writes when it is asked for one. */
export const modelSummary = 'The person asked about tides and harbors.';

/**
 * A question about a long file, and an answer that cites one of its passages and one that the request did not contain.
 */
export const bookQuestion = 'How many berths does the harbor book name?';
const citingAnswer = 'It names forty berths [#1], and no more [#99].';

const words = (text: string) => ({ says: { words: text.match(/\S+\s*/g) ?? [] } });

/**
 * A stand-in for a provider whose model names itself in each answer, and answers side requests in the requested form.
 */
const startModel = async (format: 'openai' | 'anthropic' | 'google', answer: string) => {
  let fails = false;
  const provider = await startProvider(format, [
    ({ body }) => {
      if (fails) return busy;
      const purpose = sideRequestIn(body);
      if (purpose === 'summary') return words(modelSummary);
      if (purpose === 'memory') return words('[]');
      if (purpose === 'title') return words('Tides and harbors');
      return words(format === 'google' && body.includes(bookQuestion) ? citingAnswer : answer);
    },
  ]);
  return {
    ...provider,
    /** Refuses from now on, like an overloaded provider. */
    fail() {
      fails = true;
    },
  };
};

/** The answer of each model, by the id of its entry. */
export const answers = {
  fast: 'This is the fast one, with the moon.',
  thorough: 'This is the thorough one, with all of the sky.',
  brief: 'This is the brief one, with the sea.',
} as const;

/** Three providers with different wire formats, and the catalog of their models in the form of `ATRIUM_MODELS`. */
export const startProviders = async () => {
  const fast = await startModel('openai', answers.fast);
  const thorough = await startModel('anthropic', answers.thorough);
  const brief = await startModel('google', answers.brief);
  const key = { env: 'JOURNEY_KEY' };
  const catalog = [
    {
      id: 'fast',
      label: 'Fast',
      name: 'gpt-x',
      provider: 'openai',
      baseUrl: fast.url,
      key,
      contextWindow: 128_000,
      for: ['chat', 'titles'],
    },
    {
      id: 'thorough',
      label: 'Thorough',
      description: 'For hard questions',
      name: 'claude-x',
      provider: 'anthropic',
      baseUrl: thorough.url,
      key,
      contextWindow: 200_000,
      takes: ['pictures'],
      // One answer costs more than the budget of the journey.
      price: { input: 5000, output: 20_000 },
    },
    {
      id: 'brief',
      label: 'Brief',
      name: 'gemini-x',
      provider: 'google',
      baseUrl: brief.url,
      key,
      // Small enough to be full after a few messages.
      contextWindow: 12_000,
      fallbacks: ['fast'],
    },
    // Product admins have so many models that there is a search field.
    ...['Amber', 'Basalt', 'Coral', 'Dune', 'Ember', 'Flint'].map((label) => ({
      id: label.toLowerCase(),
      label,
      ...(label === 'Ember' ? { thinks: true } : {}),
      name: `gpt-${label.toLowerCase()}`,
      provider: 'openai',
      baseUrl: fast.url,
      key,
      access: { productAdmins: true },
    })),
  ];
  return {
    fast,
    thorough,
    brief,
    env: { ATRIUM_MODELS: JSON.stringify(catalog), JOURNEY_KEY: 'key', ATRIUM_BUDGET_PERSON: '0.1' },
    close: () => Promise.all([fast, thorough, brief].map((one) => one.close())),
  };
};

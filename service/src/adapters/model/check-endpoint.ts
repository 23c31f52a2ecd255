interface Checked {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
}

interface List {
  readonly data?: readonly { readonly id?: string }[];
}

/** Why a request got no answer, such as ECONNREFUSED. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
};

/**
 * Checks the URL, the key and the name of a model. Returns a sentence for the operator, which contains no key;
 * undefined if nothing is wrong or if the endpoint does not list its models. Takes at most `wait` milliseconds.
 */
export const checkEndpoint = async ({ baseUrl, model, apiKey }: Checked, wait = 5000): Promise<string | undefined> => {
  const { host } = new URL(baseUrl);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      signal: AbortSignal.timeout(wait),
    });
    // An unread body would occupy the connection.
    if (!response.ok || response.headers.get('content-type')?.includes('text/html')) await response.body?.cancel();
    if (response.status === 401 || response.status === 403)
      return apiKey ? `${host} rejects MODEL_API_KEY.` : `${host} requires a key: set MODEL_API_KEY.`;
    if (response.status === 404 || response.headers.get('content-type')?.includes('text/html'))
      return `${host} has no models at that URL. Check the path of MODEL_BASE_URL: it often ends with /v1.`;
    if (!response.ok) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
    const { data } = (await response.json()) as List;
    const known = data?.some(({ id }) => id === model) ?? true;
    return known || data?.length === 0 ? undefined : `${host} does not list the model “${model}”. Check MODEL_NAME.`;
  } catch (error) {
    // A list that is not JSON violates the protocol, but the model may still answer.
    return error instanceof SyntaxError
      ? undefined
      : `${host} can’t be reached (${codeOf(error)}). Check MODEL_BASE_URL.`;
  }
};

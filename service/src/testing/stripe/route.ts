/** Thrown for a request that Stripe would refuse. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(message: string, code = 'parameter_unknown', status = 400) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
export type Params = Readonly<Record<string, unknown>>;
export type Handler = (params: Params, id: string) => unknown;
/** Method and path, file and name of the declaration of the parameters, and the handler. */
export type Route = readonly [request: RegExp, file: string, declared: string, handler: Handler];

export const missing = (what: string, id: string) => new Refusal(`No such ${what}: '${id}'`, 'resource_missing', 404);

/** The properties that a request asks to expand. */
export const expandOf = (params: Params): readonly string[] => (params['expand'] as string[] | undefined) ?? [];

import * as z from 'zod/mini';
import type { FailureDef } from './define.ts';
import { type DetailsArgument, type FailureCode, failures } from './failures.ts';

/** A failure as it is sent. */
export interface FailureAnswer {
  readonly status: number;
  readonly body: { readonly code: FailureCode; readonly msg: string; readonly [detail: string]: unknown };
}

/** The specification names the wait `_msBeforeNext`. Less than a millisecond is sent as one. */
const onWire = ({ wait, ...details }: { readonly wait?: number }): object =>
  wait === undefined ? details : { ...details, _msBeforeNext: Math.max(1, Math.ceil(wait)) };

/** The sentence of a failure, for logs and for the user. */
export const sentenceOf = <Code extends FailureCode>(code: Code, ...[details]: DetailsArgument<Code>): string => {
  const { msg }: FailureDef = failures[code];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a code's details are those of its own sentence
  return typeof msg === 'string' ? msg : msg(details as never);
};

/** The answer for a failure. This is the only place that adds its status and its sentence. */
export const answerOf = <Code extends FailureCode>(code: Code, ...details: DetailsArgument<Code>): FailureAnswer => ({
  status: failures[code].status,
  body: { code, msg: sentenceOf(code, ...details), ...onWire(details[0] ?? {}) },
});

/** The body of such an answer as JSON Schema. */
export const bodySchemaOf = (code: FailureCode): Record<string, unknown> => {
  const { details }: FailureDef = failures[code];
  const { properties = {}, required = [] } = (details ? z.toJSONSchema(details()) : {}) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const { wait, ...others } = properties;
  const named = { ...others, ...(wait ? { _msBeforeNext: { type: 'integer' } } : {}) };
  return {
    type: 'object',
    properties: { code: { const: code }, msg: { type: 'string' }, ...named },
    required: ['code', 'msg', ...Object.keys(named).filter((key) => key === '_msBeforeNext' || required.includes(key))],
  };
};

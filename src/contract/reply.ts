import { array, type Infer, literal, nullable, object, optional, record, string, type Struct } from 'superstruct'

/** Why one field was not accepted; with the code of its rule and what its sentence needs, where a screen has words of its own for it. */
export const FieldProblem = object({
  path: string(),
  rule: string(),
  code: optional(string()),
  values: optional(record(string(), string())),
})
export type FieldProblem = Infer<typeof FieldProblem>

/** What the platform answers when it does not do what was asked. */
export const ErrorReply = object({
  status: literal('error'),
  error: string(),
  code: string(),
  formatting: object({ subject: string(), rule: string() }),
  fields: optional(array(FieldProblem)),
  request_id: string(),
})
export type ErrorReply = Infer<typeof ErrorReply>

/** What the platform answers when it did. */
export const SuccessReply = <T>(result: Struct<T, unknown>) => object({ status: literal('success'), result: nullable(result) })

/** The codes of refusal, each with its status. */
export const refusals = {
  malformed: 400,
  not_authenticated: 401,
  session_expired: 401,
  user_not_found: 401,
  no_permission: 403,
  origin_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  key_reused: 422,
  version_required: 428,
  key_required: 428,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const
export type Refusal = keyof typeof refusals

/** A rule's answer: it holds, or a code and the values its sentence needs. */
export type RuleAnswer = true | ({ code: string } & Record<string, string | number>)

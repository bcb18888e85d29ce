import { type FieldProblem, type ErrorCode, errorStatuses, type RuleResult } from '../../../src/contract/reply.ts'

export interface Reason {
  readonly subject: string
  /** The sentence for the user; the specification names the field `rule`. */
  readonly rule: string
}
export type FieldReason = Readonly<FieldProblem>

/** A field error with an English rule, and with a code and values for a translated message. */
export const ruleProblem = (path: string, rule: string, { code, ...values }: Exclude<RuleResult, true>): FieldReason => ({
  path,
  rule,
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** A refused request with its code and reason. */
export class Refused extends Error {
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    readonly reason: Reason,
    readonly fields?: readonly FieldReason[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${reason.subject}: ${reason.rule}`)
    this.status = errorStatuses[code]
  }
}

/** A field error that is found after struct validation. */
export const refuseField = (path: string, rule: string) => new Refused('invalid', { subject: path, rule }, [{ path, rule }])
/** For things that do not exist, or that the caller may not see. */
export const notFound = (subject: string) => new Refused('not_found', { subject, rule: 'Not found, or you don’t have access to it' })
/** The specification's sentence for a 403. */
export const noPermission = () =>
  new Refused('no_permission', { subject: 'Permission', rule: 'You do not have permission to view this information' })
/** The version in If-Match is outdated. */
export const staleVersion = (subject: string) => new Refused('stale', { subject, rule: 'Another user changed this since you loaded it' })
/** The page's origin is not allowed for the token's client. The sentence is for the page's developer. */
export const originRefused = (origin: string) =>
  new Refused('origin_refused', {
    subject: 'Origin',
    rule: `Pages of ${origin.slice(0, 200)} are not allowed for the client of this token. Ask the platform operator to add the origin.`,
  })
/** The current state does not allow the action. */
export const conflict = (subject: string, rule: string, fields?: readonly FieldReason[]) =>
  new Refused('conflict', { subject, rule }, fields)
/** A rate limit is exceeded; `seconds` becomes Retry-After. */
export const tooMany = (seconds: number) =>
  new Refused('too_many', { subject: 'Requests', rule: `Too many at once; try again in ${seconds} seconds` }, undefined, {
    'Retry-After': String(seconds),
  })

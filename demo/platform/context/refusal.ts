import { type FieldProblem, type Refusal, refusals, type RuleAnswer } from '../../../src/contract/reply.ts'

export interface Reason {
  readonly subject: string
  readonly rule: string
}
export type FieldReason = Readonly<FieldProblem>

/** A field that a rule refuses: in our words, and with what a screen needs to say it in its own. */
export const ruledOut = (path: string, rule: string, { code, ...values }: Exclude<RuleAnswer, true>): FieldReason => ({
  ...{ path, rule, code },
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** What was asked is not done, and why. */
export class Refused extends Error {
  readonly status: number

  constructor(
    readonly code: Refusal,
    readonly reason: Reason,
    readonly fields?: readonly FieldReason[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${reason.subject}: ${reason.rule}`)
    this.status = refusals[code]
  }
}

/** A field that cannot be accepted, found after the structs were. */
export const refuseField = (path: string, rule: string) => new Refused('invalid', { subject: path, rule }, [{ path, rule }])
/** Something that does not exist for this caller. */
export const notFound = (subject: string) =>
  new Refused('not_found', { subject, rule: 'There is no such thing, or it is not yours to see' })
/** The specification's sentence for a 403. */
export const noPermission = () =>
  new Refused('no_permission', { subject: 'Permission', rule: 'You do not have permission to view this information' })
/** Somebody else has changed it since. */
export const stale = (subject: string) => new Refused('stale', { subject, rule: 'Somebody has changed this since you read it' })
/** A page that the client of the token has not allowed; the sentence is for whoever builds that page. */
export const originRefused = (origin: string) =>
  new Refused('origin_refused', {
    subject: 'Origin',
    rule: `Pages of ${origin.slice(0, 200)} are not on the list of the client of this token. Ask whoever runs the platform to add the origin.`,
  })
/** What its state does not allow. */
export const conflict = (subject: string, rule: string, fields?: readonly FieldReason[]) =>
  new Refused('conflict', { subject, rule }, fields)
/** Asked too often; again in so many seconds. */
export const tooMany = (seconds: number) =>
  new Refused('too_many', { subject: 'Requests', rule: `Too many at once; try again in ${seconds} seconds` }, undefined, {
    'Retry-After': String(seconds),
  })

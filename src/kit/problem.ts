import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorReply } from '../contract/reply.ts'

/** The kind of a failed request; each kind has its own screen state or action. */
export type ProblemKind = 'refused' | 'missing' | 'invalid' | 'conflict' | 'unreachable' | 'blocked' | 'broken' | 'ended'

interface Parts {
  readonly kind: ProblemKind
  readonly status?: number
  readonly code?: string
  readonly reply?: Partial<ErrorReply>
  readonly requestId?: string
  readonly cause?: unknown
}

/** The error of a failed request. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly reply: Partial<ErrorReply> | undefined

  constructor({ kind, status = 0, code = kind, reply, requestId, cause }: Parts) {
    super(reply?.error ?? code, { cause })
    this.name = 'Problem'
    this.kind = kind
    this.status = status
    this.reply = reply
    this.code = reply?.code ?? code
    this.requestId = reply?.request_id ?? requestId
  }

  /** Whether a retry may help. */
  get retryable() {
    return ['unreachable', 'blocked', 'token_failed'].includes(this.code) || this.status >= 500 || this.status === 429
  }

  /** The rejected fields, by path. */
  get fields() {
    return this.reply?.fields ?? []
  }
}

const catalogue: Readonly<Record<string, MessageDescriptor>> = {
  refused: msg`You do not have permission to view this information`,
  unreachable: msg`An error has occurred`,
  blocked: msg`Please disable your ad blocker to view all details on this page.`,
  ended: msg`Your session has expired.`,
  session_expired: msg`Your session has expired. Copy any unsaved text, sign in again, then reload this page.`,
}
const anyError = msg`An error has occurred`
const noResponseText = msg`There was an processing your request.`
const outdated = msg`This has changed since you opened it. Review the latest version, then try again.`

/** Whether a write was refused because its record has a newer version than the one that the user saw. */
export const isOutdated = ({ status }: Problem) => status === 412

export const blockerTitle = msg`Ad Blocker Detected`

/** The texts of section 8, word for word. A message of the platform is shown with its code, for support requests. */
export function problemText(problem: Problem, i18n: I18n): string {
  const { kind, reply, status } = problem
  const texts = catalogue[problem.code] ?? catalogue[kind]
  if (texts) return i18n._(texts)
  if (isOutdated(problem)) return i18n._(outdated)
  const { subject, rule } = reply?.formatting ?? {}
  if (subject && rule) return `${subject}: ${rule}`
  if (reply?.error) return reply.code ? `${reply.error} (${reply.code})` : reply.error
  return i18n._(status > 0 ? noResponseText : anyError)
}

/** Wraps any error as a Problem. An error of our own code has the kind `broken`. */
export const asProblem = (error: unknown) => (error instanceof Problem ? error : new Problem({ kind: 'broken', cause: error }))

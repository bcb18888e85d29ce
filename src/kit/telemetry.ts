import { errorReports, type ErrorReport } from '../contract/session/error-reports.ts'
import { Problem } from './problem.ts'
import { request } from './request.ts'

/** An error, as it is reported. */
export interface Report {
  readonly message: string
  /** The failed call by its method and path pattern, or the tag that crashed. */
  readonly where: string
  /** The HTTP status of a failed call; 0 if there was no response. */
  readonly status?: number
  readonly requestId?: string
  readonly environment: string
  readonly application: string
}
/** Destination of error reports; a host may pass its own. */
export interface Telemetry {
  report(error: unknown, where: string): void
}

/** The share of sessions that report their errors. */
export const sessionSampling = 1

const unreportedStatuses = new Set([400, 401, 403])
const isChunk = (message: string) => /dynamically imported module|Importing a module script failed|Loading chunk/i.test(message)
const isLocal = (host: string) => /^(localhost|127\.|\[::1\])/.test(host)

/** The specification's filter: skips local hosts and expected errors. */
export function isWorthReporting(error: unknown, host: string): boolean {
  if (isLocal(host)) return false
  if (error instanceof Problem) return !unreportedStatuses.has(error.status) && error.kind !== 'ended'
  if (error instanceof DOMException && error.name === 'AbortError') return false
  const handled = typeof error === 'object' && error !== null && 'isHandled' in error && error.isHandled === true
  return !handled && !isChunk(error instanceof Error ? error.message : String(error))
}

/** Removes tokens and query strings, which must never leave the page. */
export const withoutSecrets = (text: string) =>
  text
    .replace(/\?[^\s"']*/g, '?…')
    .replace(/\b[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}\b/g, '…')
    .slice(0, 500)

/** Where errors are reported, and what each report names. */
export interface TelemetryOptions extends Pick<Report, 'environment' | 'application'> {
  readonly apiBase: string
  readonly host: string
  readonly report?: ((report: Report) => void) | undefined
  readonly reportsToPlatform?: boolean | undefined
}

/** Refusals of a platform that has too much to do: a report of each would double its requests. */
const overloadStatuses = new Set([429, 503])

/** Sends reports to the platform. A report that fails is dropped, because its failure cannot be reported either. */
const reportToPlatform =
  (apiBase: string) =>
  ({ requestId, ...report }: Report) => {
    if (report.status !== undefined && overloadStatuses.has(report.status)) return
    const body: ErrorReport = { ...report, ...(requestId && { request_id: requestId }) }
    const { method, path } = errorReports.create
    const headers = { 'Content-Type': 'application/json' }
    request(`${apiBase}/${path}`, { method, headers, body: JSON.stringify(body), keepalive: true }).catch(() => undefined)
  }

/** Reports errors that pass the filter, each once: a failed call may also break the screen that made it. */
export function createTelemetry({ apiBase, host, environment, application, report, reportsToPlatform }: TelemetryOptions): Telemetry {
  const isSampled = Math.random() < sessionSampling
  const send = report ?? (reportsToPlatform ? reportToPlatform(apiBase) : () => undefined)
  const reported = new WeakSet<object>()
  return {
    report(error, where) {
      if (!isSampled || !isWorthReporting(error, host)) return
      if (typeof error === 'object' && error !== null) {
        if (reported.has(error)) return
        reported.add(error)
      }
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      const call = error instanceof Problem ? { status: error.status, ...(error.requestId && { requestId: error.requestId }) } : {}
      send({ message: withoutSecrets(message), where, ...call, environment, application })
    },
  }
}

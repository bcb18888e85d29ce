import { Problem } from './problem.ts'

export interface Report {
  readonly message: string
  readonly where: string
  readonly requestId?: string | undefined
}
/** Destination of error reports; a host may pass its own. */
export interface Telemetry {
  report(error: unknown, where: string): void
}

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

/** Reports errors that pass the filter. */
export const createTelemetry = (send: (report: Report) => void, host: string): Telemetry => ({
  report: (error, where) => {
    if (!isWorthReporting(error, host)) return
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    send({ message: withoutSecrets(message), where, requestId: error instanceof Problem ? error.requestId : undefined })
  },
})

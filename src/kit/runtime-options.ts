import type { Flags } from './flags.ts'
import type { Report } from './telemetry.ts'
import type { GetToken } from './session/token.ts'

/** Options of a runtime; apiBase and getToken identify it. */
export interface RuntimeOptions {
  readonly apiBase: string
  readonly getToken?: GetToken | undefined
  readonly applicationName?: string
  readonly environment?: string
  readonly flags?: Flags
  readonly report?: (report: Report) => void
  /** Called when the platform rejects even a fresh token. The listener must end the session. */
  readonly onRefused?: (code: string | undefined) => void
}

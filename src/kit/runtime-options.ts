import type { PageResponse } from '../contract/page-response.ts'
import type { Flags } from './flags.ts'
import type { Report } from './telemetry.ts'
import type { GetToken } from './session/token.ts'

/** Options of a runtime; apiBase and getToken identify it. */
export interface RuntimeOptions {
  readonly apiBase: string
  readonly getToken?: GetToken | undefined
  readonly applicationName?: string | undefined
  readonly environment?: string
  readonly flags?: Flags
  /** Receives crashes and failed calls, for the host's own error reporting. */
  readonly report?: ((report: Report) => void) | undefined
  /** Sends reports to the platform if there is no `report`; set on the platform's own pages. */
  readonly reportsToPlatform?: boolean | undefined
  /** Responses that the platform wrote into its page; only the console uses them. */
  readonly responses?: readonly PageResponse[] | undefined
  /** Called when the platform rejects even a fresh token. The listener must end the session. */
  readonly onRefused?: (code: string | undefined) => void
}

import type { Flags } from './flags.ts'
import type { Report } from './telemetry.ts'
import type { GetToken } from './session/token.ts'

/** What a runtime is made of; the first two tell it from any other. */
export interface RuntimeOptions {
  readonly apiBase: string
  readonly getToken?: GetToken | undefined
  readonly applicationName?: string
  readonly environment?: string
  readonly flags?: Flags
  readonly report?: (report: Report) => void
  /** Told when the platform takes not even a fresh token; who listens is the one to end the session. */
  readonly onRefused?: (code: string | undefined) => void
}

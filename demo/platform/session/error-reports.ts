import type { errorReports } from '../../../src/contract/session/error-reports.ts'
import { tooMany } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import { TokenBuckets } from '../http/token-buckets.ts'

/** Reports that one address may send at once, and per second after that: enough for a page that breaks, too few to flood the log. */
const reportLimit = { burst: 60, perSecond: 0.2 }

/** Replaces characters that could change how a terminal shows the log. */
const withoutControls = (value: unknown) =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ') : value

/** Writes the errors of pages into the log. */
export function errorReportHandlers(limit = reportLimit): Handlers<typeof errorReports> {
  const buckets = new TokenBuckets(limit.burst, limit.perSecond)
  return {
    create: async ({ body }, { address, log, machineNow }) => {
      const seconds = buckets.take(address, machineNow().getTime())
      if (seconds > 0) throw tooMany(seconds)
      log('warn', 'page error', Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withoutControls(value)])))
      return 'success'
    },
  }
}

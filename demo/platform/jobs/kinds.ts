import { delivery } from '../delivery/run.ts'
import { endings } from '../delivery/endings.ts'
import { housekeeping } from './housekeeping.ts'
import type { JobKind } from '../sql/queue.ts'
import { alerts } from '../mail/campaign-alerts.ts'
import { registrationJobs } from '../registrations/job.ts'

/** What the platform does by itself, whoever asks; in production somebody else delivers. */
export const platformJobs = ({ isDelivering }: { readonly isDelivering: boolean }): Readonly<Record<string, JobKind>> => ({
  ...{ housekeeping, alerts, endings },
  ...registrationJobs,
  ...(isDelivering && { delivery }),
})

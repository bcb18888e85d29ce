import { deliveryJobKind } from '../delivery/run.ts'
import { endingsJob } from '../delivery/endings.ts'
import { housekeeping } from './housekeeping.ts'
import type { JobKind } from '../sql/queue.ts'
import { alertsJob } from '../mail/campaign-alerts.ts'
import { orderNewsJob } from '../mail/order-news.ts'
import { registrationJobs } from '../registrations/job.ts'

/** Jobs that the platform runs by itself. Production has no `delivery` job, because another system delivers there. */
export const platformJobs = ({ isDelivering }: { readonly isDelivering: boolean }): Readonly<Record<string, JobKind>> => ({
  housekeeping,
  alerts: alertsJob,
  'order-news': orderNewsJob,
  endings: endingsJob,
  ...registrationJobs,
  ...(isDelivering && { delivery: deliveryJobKind }),
})

import type { RebillPayments } from '../auto-rebills/charging.ts'
import { rebillJob, withRebills } from '../auto-rebills/check.ts'
import { deliveryJobKind } from '../delivery/run.ts'
import { endingsJob } from '../delivery/endings.ts'
import { feedsJob } from './feeds.ts'
import { housekeeping } from './housekeeping.ts'
import { invoicesJob } from '../invoices/close.ts'
import type { JobKind } from '../sql/queue.ts'
import { alertsJob } from '../mail/campaign-alerts.ts'
import { expiringCardsJob } from '../mail/expiring-cards.ts'
import { expirationsJob } from '../mail/expiring-funds.ts'
import { orderNewsJob } from '../mail/order-news.ts'
import { overdueInvoicesJob } from '../mail/overdue-invoices.ts'
import { rebillNewsJob } from '../mail/rebill-news.ts'
import { spendOrderNewsJob } from '../mail/spend-order-news.ts'
import { spendOrdersJob } from '../spend-limits/endings.ts'
import { registrationJobs } from '../registrations/job.ts'

interface PlatformJobOptions {
  readonly isDelivering: boolean
  /** Without payments, nothing is charged. */
  readonly payments?: RebillPayments
}

/** Jobs that the platform runs by itself. Production has no `delivery` job, because another system delivers there. */
export const platformJobs = ({ isDelivering, payments }: PlatformJobOptions): Readonly<Record<string, JobKind>> => ({
  housekeeping,
  alerts: alertsJob,
  'order-news': orderNewsJob,
  'rebill-news': rebillNewsJob,
  endings: endingsJob,
  ...(payments && { 'auto-rebill': rebillJob(payments) }),
  invoices: invoicesJob,
  'spend-orders': spendOrdersJob,
  'spend-order-news': spendOrderNewsJob,
  expirations: expirationsJob,
  'overdue-invoices': overdueInvoicesJob,
  'expiring-cards': expiringCardsJob,
  ...registrationJobs,
  ...(isDelivering && { feeds: feedsJob }),
  ...(isDelivering && { delivery: payments ? withRebills(deliveryJobKind, payments) : deliveryJobKind }),
})

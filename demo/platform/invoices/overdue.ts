import { sql } from 'kysely'
import type { StoredInvoiceStatus } from '../../../src/contract/invoices/invoices.rules.ts'

/** Statuses of invoices whose payment is expected. */
export const payableStatuses = ['open', 'partly_paid'] as const satisfies readonly StoredInvoiceStatus[]

/** SQL: the days since the invoice `i` was due, in the time zone of its advertiser `a`; negative before. */
export const daysOverdueSql = (now: Date) => sql<number>`((${now}::timestamptz at time zone a.time_zone)::date - i.due_on)`

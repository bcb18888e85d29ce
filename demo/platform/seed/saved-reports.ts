import type { Kysely } from 'kysely'
import type { SavedReportQuery } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Tables } from '../tables/index.ts'
import { clients } from './clients.ts'
import { insertRows } from './insert.ts'
import { people } from './people.ts'

interface Kept {
  readonly name: string
  readonly question: SavedReportQuery
}
const reportsToSave: readonly Kept[] = [
  {
    name: 'Campaigns, month by month',
    question: {
      context: 'campaign',
      dimensions: ['month', 'campaign_name'],
      metrics: ['cost', 'revenue', 'return_on_ad_spend'],
      date_range: { preset: 'year_to_date' },
      compare: 'none',
      sort: [{ field: 'month', order: 'desc' }],
      chart: { metrics: ['cost', 'return_on_ad_spend'], granularity: 'month' },
    },
  },
  {
    name: 'Who spends, against the weeks before',
    question: {
      context: 'general',
      dimensions: ['advertiser_name'],
      metrics: ['cost', 'clicks', 'click_through_rate', 'revenue'],
      date_range: { preset: 'last_30_days' },
      compare: 'previous_period',
      sort: [{ field: 'cost', order: 'desc' }],
    },
  },
  {
    name: 'New customers by ad group',
    question: {
      context: 'ad_group',
      dimensions: ['campaign_name', 'ad_group_name'],
      metrics: ['revenue', 'transactions', 'units'],
      date_range: { preset: 'last_14_days' },
      compare: 'none',
      user_history: 'new customers',
    },
  },
]

/** Shared saved reports of each client. The owner has role 3 at the client; without such a person it is user 1. */
export async function seedSavedReports(kysely: Kysely<Tables>) {
  const at = '2025-03-03T09:00:00Z'
  const rows = clients.flatMap((_, index) => {
    const own = people.findIndex((person) => person.role === 3 && person.clients?.includes(index + 1))
    const owner_id = own < 0 ? 1 : own + 1
    return reportsToSave.map(({ name, question }) => ({ member_group_id: index + 1, owner_id, name, question }))
  })
  await insertRows(
    kysely,
    'saved_reports',
    rows.map((row, index) => ({ ...row, saved_report_id: index + 1, visibility: 'shared', created_at: at, changed_at: at, version: 1 })),
  )
}

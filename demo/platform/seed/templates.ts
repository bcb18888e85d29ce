import type { Kysely } from 'kysely'
import type { CampaignTemplate, TemplateDefaults } from '../../../src/contract/templates/templates.ts'
import { flowSteps } from '../../../src/contract/templates/templates.rules.ts'
import type { Tables } from '../tables/index.ts'
import { clients, type SeedClient } from './clients.ts'
import { insertRows } from './insert.ts'
import { digitsOf, perUsd } from './lookups.ts'

interface Kind {
  readonly name: (theme: string) => string
  readonly description: string
  readonly flow: CampaignTemplate['flow']
  readonly is_active: boolean
  readonly of: 'all' | 'one'
  readonly defaults: Omit<TemplateDefaults, 'budget' | 'base_bid' | 'currency_code'>
  /** In US dollars. */
  readonly budget: number
  readonly bid: number
}
const kinds: readonly Kind[] = [
  {
    name: (theme) => `${theme}, always on`,
    description: 'A steady budget, day by day, for as long as it pays.',
    flow: 'templated',
    is_active: true,
    of: 'all',
    budget: 40,
    bid: 0.6,
    defaults: { budget_period: 'Daily', pacing: 'Evenly', always_on: true, goal_type: 'ROAS', goal_roas: '4' },
  },
  {
    name: (theme) => `${theme}, a month of it`,
    description: 'A month’s budget with a goal, for a season with a beginning and an end.',
    flow: 'templated',
    is_active: true,
    of: 'one',
    budget: 1500,
    bid: 0.9,
    defaults: { budget_period: 'Monthly', pacing: 'Evenly', always_on: false, goal_type: 'ROAS', goal_roas: '5.5' },
  },
  {
    name: () => 'Spend remaining budget',
    description: 'Spends a one-time budget as fast as possible until its end date.',
    flow: 'templated',
    is_active: true,
    of: 'all',
    budget: 300,
    bid: 1.2,
    defaults: { name: 'Spend remaining budget', budget_period: 'One Time', pacing: 'ASAP', always_on: false },
  },
  {
    name: (theme) => `${theme}, as it was`,
    description: 'What was offered before; campaigns that began from it go on.',
    flow: 'simple',
    is_active: false,
    of: 'all',
    budget: 25,
    bid: 0.4,
    defaults: { budget_period: 'Daily', pacing: 'Evenly' },
  },
]

const amount = (usd: number, code: string, digits = digitsOf(code)) => {
  const value = usd * perUsd(code)
  return digits === 0 || value >= 10 ? String(Math.round(value)) : value.toFixed(digits)
}

function rowsOf({ themes, markets: [market] }: SeedClient, member_group_id: number, experience: number | undefined) {
  const { currency: currency_code } = market
  return kinds.map(({ name, description, flow, is_active, of, budget, bid, defaults }) => ({
    member_group_id,
    experience_id: of === 'one' ? (experience ?? null) : null,
    name: name(themes[0]),
    description,
    flow,
    is_active,
    steps: flowSteps[flow],
    defaults: { ...defaults, budget: amount(budget, currency_code), base_bid: amount(bid, currency_code), currency_code },
    created_at: '2025-03-03T09:00:00Z',
    created_by: null,
    changed_at: '2026-06-01T09:00:00Z',
    version: 1,
  }))
}

/** Campaign templates of each client: three active and one inactive. */
export async function seedTemplates(kysely: Kysely<Tables>) {
  const experiences = await kysely.selectFrom('experiences').select(['member_group_id', 'experience_id']).orderBy('experience_id').execute()
  const rows = clients.flatMap((client, index) => {
    const own = experiences.find((one) => one.member_group_id === index + 1)
    return rowsOf(client, index + 1, own?.experience_id)
  })
  await insertRows(
    kysely,
    'campaign_templates',
    rows.map((row, index) => ({ ...row, campaign_template_id: index + 1 })),
  )
}

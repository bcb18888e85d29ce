import type { templates } from '../../../src/contract/templates/templates.ts'
import type { Examples } from './example-calls.ts'
import type { Target } from '../world/small-ids.ts'
import { targetingOf } from '../world/small-targeting.ts'

const defaults = { budget_period: 'Daily' as const, budget: '40', base_bid: '0.5', currency_code: 'USD', pacing: 'Evenly' as const }
const steps = (['step-1', 'step-2', 'budget-step', 'templated-review'] as const).map((step) => ({ step, is_permanent: true }))
const made = { name: 'Weekend nights', description: 'Two nights', is_active: true, flow: 'templated' as const, steps, defaults }
const { flow: _, ...change } = made
const notFound = { 404: 'what lies at another client is not there' }
const one = ({ client }: Target) => ({
  path: { memberGroupId: client, templateId: targetingOf(client).templateId },
  otherStatuses: notFound,
})

export const templateExamples: Examples<typeof templates> = {
  active: () => ({ query: { experience_id: 1 } }),
  create: () => ({ body: made }),
  one,
  remove: one,
  retitle: (target) => ({ ...one(target), body: { name: 'Weekends', description: '', is_active: false } }),
  change: (target) => ({ ...one(target), body: change }),
  order: ({ client }) => ({
    path: { memberGroupId: client },
    body: { campaign_template_ids: [targetingOf(client).templateId] },
    otherStatuses: { 403: 'the order is that of the whole client', 409: 'the active templates are others' },
  }),
  second: { create: () => ({ body: made }), one, remove: one },
}

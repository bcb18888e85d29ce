import type { budgetRecommendations } from '../../../src/contract/budgets/recommendations.ts'
import type { Examples } from './example-calls.ts'

const time = { budget_type_id: 4 as const, start_date: '2026-12-01', end_date: '2026-12-31' }

export const budgetRecommendationExamples: Examples<typeof budgetRecommendations> = {
  ofAdvertisers: ({ client, advertiser }) => ({
    path: { memberGroupId: client, experienceId: client },
    body: { advertisers: [{ advertiser_id: advertiser, ...time }] },
    otherStatuses: { 404: 'the experience or one of the advertisers is another client’s, out of reach, or not there' },
  }),
}

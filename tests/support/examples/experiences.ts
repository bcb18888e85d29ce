import type { experiences } from '../../../src/contract/clients/experiences.ts'
import type { Examples } from './example-calls.ts'

export const experienceExamples: Examples<typeof experiences> = {
  list: ({ advertiser }) => ({ query: { advertiser_id: advertiser } }),
  // The small seed gives each client one experience, with the same id.
  one: ({ client }) => ({
    path: { memberGroupId: client, experienceId: client },
    otherStatuses: { 404: 'it is another client’s, or not there' },
  }),
}

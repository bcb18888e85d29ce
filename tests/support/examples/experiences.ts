import type { experiences } from '../../../src/contract/clients/experiences.ts'
import type { Examples } from './example-calls.ts'

export const experienceExamples: Examples<typeof experiences> = {
  one: ({ client }) => ({ path: { memberGroupId: client, experienceId: client }, also: { 404: 'it is another client’s, or not there' } }),
}

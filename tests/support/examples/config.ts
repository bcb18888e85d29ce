import type { flags } from '../../../src/contract/config.ts'
import type { Examples } from '../example-calls.ts'

export const flagExamples: Examples<typeof flags> = {
  all: () => ({ body: { context: { targetingKey: 'anonymous', environment: 'development' } } }),
}

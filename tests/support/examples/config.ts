import type { flags } from '../../../src/contract/session/config.ts'
import type { Examples } from './example-calls.ts'

export const flagExamples: Examples<typeof flags> = {
  all: () => ({ body: { context: { targetingKey: 'anonymous', environment: 'development' } } }),
}

import type { flags } from '../../../src/contract/session/config.ts'
import type { errorReports } from '../../../src/contract/session/error-reports.ts'
import type { Examples } from './example-calls.ts'

export const flagExamples: Examples<typeof flags> = {
  all: () => ({ body: { context: { targetingKey: 'anonymous', environment: 'development', userAgent: 'Mozilla/5.0' } } }),
  one: () => ({ path: { key: 'demo' }, body: { context: { targetingKey: 'anonymous' } } }),
}

export const errorReportExamples: Examples<typeof errorReports> = {
  create: () => ({ body: { message: 'Error: x', where: 'GET v1/user', environment: 'development', application: 'placard' } }),
}

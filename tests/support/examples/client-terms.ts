import type { clientTerms } from '../../../src/contract/clients/client-terms.ts'
import type { Examples } from './example-calls.ts'

const otherStatuses = { 403: 'the terms belong to the whole client' }

export const clientTermsExamples: Examples<typeof clientTerms> = {
  overview: () => ({ otherStatuses }),
  changes: () => ({ body: { pagination: { start: 0, count: 10 } }, otherStatuses }),
}

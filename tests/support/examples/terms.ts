import type { terms } from '../../../src/contract/session/terms.ts'
import type { Examples } from './example-calls.ts'
import { termsUrl } from '../world/small-seed.ts'

export const termsExamples: Examples<typeof terms> = {
  one: () => ({ query: { locale_id: 1 } }),
  accept: () => ({
    body: { terms_conditions_url: termsUrl },
    otherStatuses: { 403: 'a partner’s server cannot accept terms', 409: 'the terms have changed' },
  }),
  reset: () => ({ body: { terms_conditions_url: 'https://terms.example/2', locale_id: 1 } }),
}

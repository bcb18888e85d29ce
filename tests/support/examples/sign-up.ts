import type { signUp } from '../../../src/contract/users/sign-up.ts'
import type { Examples } from './example-calls.ts'

const otherStatuses = { 404: 'registration is closed there, or there is no such client', 429: 'few sign-ups from one address' }
const email = 'new.advertiser@placard.example'

export const signUpExamples: Examples<typeof signUp> = {
  loginConfig: () => ({ query: { host_name: 'ads.nobody.example' } }),
  byEmail: () => ({ body: { email }, otherStatuses }),
  inFull: () => ({ body: { email, password: 'Correct-horse-7', locale_id: 1, first_name: 'New', last_name: 'Advertiser' }, otherStatuses }),
}

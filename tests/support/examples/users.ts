import type { users } from '../../../src/contract/users.ts'
import type { Examples } from '../example-calls.ts'

export const userExamples: Examples<typeof users> = {
  byEmail: () => ({
    query: { email: 'advertiserviewer@placard.example' },
    also: { 404: 'somebody out of reach looks like somebody who is not there' },
  }),
}

import type { memberGroups } from '../../../src/contract/member-groups.ts'
import type { Examples } from '../example-calls.ts'

export const memberGroupExamples: Examples<typeof memberGroups> = { list: () => ({ query: { start: 0, count: 20 } }) }

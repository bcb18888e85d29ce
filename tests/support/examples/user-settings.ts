import type { userSettings } from '../../../src/contract/users/settings.ts'
import type { Examples } from './example-calls.ts'
import { people } from '../world/people.ts'

const path = { userId: people.superUser.userId, name: 'table.campaigns' }
const columns = [
  { key: 'name', is_shown: true, width: 240 },
  { key: 'spend', is_shown: false },
]

export const userSettingExamples: Examples<typeof userSettings> = {
  one: () => ({ path }),
  change: () => ({ path, body: { value: { columns } } }),
}

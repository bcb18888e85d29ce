import type { configuration } from '../../../src/contract/clients/configuration.ts'
import { configurationOf } from '../world/small-seed.ts'
import type { Examples } from './example-calls.ts'

const otherStatuses = { 403: 'only internal staff handles whole configurations', 404: 'the configuration is that of another client' }
const document = { version: 1 as const, parts: { origins: ['https://walk.example'] } }

export const configurationExamples: Examples<typeof configuration> = {
  one: () => ({ otherStatuses }),
  apply: () => ({ body: { document, parts: ['origins'] }, otherStatuses }),
  versions: () => ({ otherStatuses }),
  versionOne: ({ client }) => ({ path: { memberGroupId: client, configurationVersionId: configurationOf(client) }, otherStatuses }),
}

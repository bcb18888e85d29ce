import type { overviews } from '../../../src/contract/alerts/overviews.ts'
import type { Examples } from './example-calls.ts'

export const overviewExamples: Examples<typeof overviews> = { one: ({ advertiser }) => ({ body: { advertiser_ids: [advertiser] } }) }

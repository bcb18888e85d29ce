import type { assets } from '../../../src/contract/images/assets.ts'
import type { Examples } from './example-calls.ts'

export const assetExamples: Examples<typeof assets> = {
  share: () => ({ body: { project_id: 'summer-2026' } }),
}

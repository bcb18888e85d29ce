import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Competitiveness } from '../contract/bids.rules.ts'

/** How strong a bid is, in a word. */
export const strengthWords: Readonly<Record<Competitiveness, MessageDescriptor>> = {
  Competitive: msg`Competitive`,
  NotCompetitive: msg`Not competitive`,
  NoData: msg`Too little data`,
  Disabled: msg`Not shown now`,
}

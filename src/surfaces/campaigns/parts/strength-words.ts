import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Where a bid stands among those of others, in words. */
export const strengthWords: Readonly<Record<string, MessageDescriptor>> = {
  Competitive: msg`Competitive`,
  NotCompetitive: msg`Not competitive`,
  NoData: msg`Too little to say`,
  Disabled: msg`Off`,
}

import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Competitiveness } from '../../contract/bids/bids.rules.ts'
import { labelIn } from '../campaigns/labels.ts'

const words: Readonly<Record<Competitiveness, MessageDescriptor>> = {
  Competitive: msg`Competitive`,
  NotCompetitive: msg`Not competitive`,
  NoData: msg`Too little data`,
  Disabled: msg`Not serving`,
}

/** The label of a bid's strength, or of the missing exchange rate that makes it unknown. */
export const strengthText = (competitiveness: Competitiveness, lacksRateOf: string | null, i18n: I18n) =>
  lacksRateOf === null ? labelIn(words, competitiveness, i18n) : i18n._(msg`No exchange rate for ${{ currency: lacksRateOf }}`)

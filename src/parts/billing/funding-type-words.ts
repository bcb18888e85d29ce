import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Funding types by id. */
export const fundingTypeWords: Readonly<Record<number, MessageDescriptor>> = {
  1: msg`Card payments`,
  2: msg`Credit line`,
  3: msg`Promotional credit`,
  4: msg`Bank transfers`,
}

/** The name of a funding type; the id of one that a newer server has added. */
export function fundingTypeText(id: number, i18n: I18n): string {
  const words = fundingTypeWords[id]
  return words ? i18n._(words) : String(id)
}

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ConfigurationPart } from '../../../contract/clients/configuration.ts'

export const partWords: Readonly<Record<ConfigurationPart, MessageDescriptor>> = {
  client: msg`Type, words and registration`,
  currencies: msg`Currencies`,
  bidding: msg`Bid limits`,
  theme: msg`Theme`,
  origins: msg`Allowed origins`,
  orders: msg`Insertion orders`,
  templates: msg`Templates`,
}

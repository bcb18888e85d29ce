import type { AdvertiserRefusal } from '../../../src/contract/advertisers/advertisers.rules.ts'
import { conflict } from '../context/refusal.ts'

const rules: Readonly<Record<AdvertiserRefusal, string>> = {
  client_pending: 'The client waits for its confirmation, so it gets no new advertisers',
  payment_under_way: 'A payment is under way. Remove the advertiser when it has ended',
  spend_unpaid: 'Spend or an invoice is not paid. Record the payment before you remove the advertiser',
}

/** The error of a creation or an archival that a rule forbids. */
export const refuseAdvertiser = (code: AdvertiserRefusal) =>
  conflict('Advertiser', rules[code], [{ path: 'advertiser', rule: rules[code], code }])

import { type Infer, integer, nullable, object, pattern, string } from 'superstruct'
import { get, put } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'

/** A tax id as it is printed on invoices. */
export const PrintedTaxId = object({ country_code: pattern(string(), /^[A-Z]{2}$/), value: string() })
export type PrintedTaxId = Infer<typeof PrintedTaxId>

/** The tax id of an advertiser; null if it has none. */
const AdvertiserTaxId = object({
  tax_id: nullable(object({ tax_type_id: Id, ...PrintedTaxId.schema })),
  version: integer(),
})
export type AdvertiserTaxId = Infer<typeof AdvertiserTaxId>

const path = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId/tax_id'

/** Tax ids of advertisers, which their invoices show. */
export const taxIds = {
  one: get(path, { may: 'invoices.read', result: AdvertiserTaxId }),
  /** The country prefix may be left out, and spaces, dots and hyphens are ignored. */
  change: put(path, {
    may: 'advertisers.change',
    versioned: true,
    body: object({ tax_id: nullable(object({ tax_type_id: Id, value: Text(1, 40) })) }),
    result: AdvertiserTaxId,
  }),
}

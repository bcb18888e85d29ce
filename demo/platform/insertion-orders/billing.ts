import type { NewOrderBilling, OrderBilling } from '../../../src/contract/insertion-orders/billing.ts'
import { fundingRule } from '../../../src/contract/insertion-orders/billing.rules.ts'
import type { Context } from '../context/context.ts'
import { tenant } from '../sql/tenant.ts'
import { refuseTerm } from './refusals.ts'

type Reader = Pick<Context, 'database' | 'scope'>

/** The billing address of an advertiser; null without one, and for an order for all. */
async function addressOf(context: Reader, advertiserId: number | null) {
  const advertiser = await context.database.kysely
    .selectFrom('advertisers')
    .select('billing_address')
    .where('member_group_id', '=', tenant(context))
    .where('advertiser_id', '=', advertiserId ?? 0)
    .executeTakeFirst()
  return advertiser?.billing_address ?? null
}

const isEmpty = ({ funding_type_id, contact, email, address }: OrderBilling) =>
  funding_type_id === null && contact === '' && email === '' && address === null

/** The billing of a request, with the address that the advertiser has now if the request names none; undefined if all of it is empty. */
export async function toBilling(
  context: Reader,
  advertiserId: number | null,
  { funding_type_id = null, contact = '', email = '', address }: NewOrderBilling,
): Promise<OrderBilling | undefined> {
  const billing = {
    funding_type_id,
    contact: contact.trim(),
    email: email.trim(),
    address: address === undefined ? await addressOf(context, advertiserId) : address,
  }
  return isEmpty(billing) ? undefined : billing
}

/** Throws if the advertiser cannot pay by the funding type of the order. */
export async function requireFunding(context: Reader, advertiserId: number | null, billing: OrderBilling | undefined) {
  const id = billing?.funding_type_id ?? null
  if (id === null) return
  const { kysely } = context.database
  const member_group_id = tenant(context)
  const active = await kysely
    .selectFrom('member_group_funding_types')
    .select('funding_type_id')
    .where('member_group_id', '=', member_group_id)
    .where('funding_type_id', '=', id)
    .where('status', '=', 'Active')
    .executeTakeFirst()
  const limit = await kysely
    .selectFrom('spend_limits')
    .select('spend_limit_id')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiserId ?? 0)
    .executeTakeFirst()
  const result = fundingRule(id, { isActive: active !== undefined, hasLimit: advertiserId === null ? undefined : limit !== undefined })
  if (result !== true) throw refuseTerm('billing.funding_type_id', result)
}

import type { Kysely } from 'kysely'
import type { Call } from '../../../src/contract/endpoint.ts'
import { standardDueDays } from '../../../src/contract/invoices/invoices.rules.ts'
import type { InvoiceTerms, invoices } from '../../../src/contract/invoices/invoices.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { hasWholeClient, requireWholeClient } from '../access/client-scope.ts'
import { recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { advertisersToStop, updateStops } from '../spend-limits/stops.ts'
import { updateVersioned } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'

/** The terms of a client before it changes them. */
export const standardTerms = { due_days: standardDueDays, tax_percent: 0, stops_when_overdue: false, version: 1 }

async function storedTerms(kysely: Kysely<Tables>, memberGroupId: number): Promise<Omit<InvoiceTerms, 'advertisers_to_stop'>> {
  const terms = await kysely
    .selectFrom('invoice_terms')
    .select(['due_days', 'tax_percent', 'stops_when_overdue', 'version'])
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  const { tax_percent, ...rest } = terms ?? standardTerms
  return { ...rest, tax_percent: decimalOf(BigInt(tax_percent)) }
}

export async function invoiceTermsOf(context: Context, memberGroupId: number): Promise<InvoiceTerms> {
  const { kysely } = context.database
  return {
    ...(await storedTerms(kysely, memberGroupId)),
    advertisers_to_stop: hasWholeClient(context, memberGroupId) ? await advertisersToStop(kysely, memberGroupId, context.now()) : null,
  }
}

/** Changes the terms of later invoices. Whether overdue invoices stop their advertisers changes at once. */
export async function changeInvoiceTerms(
  context: Context,
  memberGroupId: number,
  { tax_percent, ...change }: NonNullable<Call<typeof invoices.changeTerms>['body']>,
): Promise<InvoiceTerms> {
  requireWholeClient(context, memberGroupId)
  const { kysely } = context.database
  const { version: _, ...before } = await storedTerms(kysely, memberGroupId)
  await kysely
    .insertInto('invoice_terms')
    .values({ member_group_id: memberGroupId, ...standardTerms })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await updateVersioned(context, 'invoice_terms', {
    key: { member_group_id: memberGroupId },
    change: { ...change, ...(tax_percent !== undefined && { tax_percent: microsOf(tax_percent) }) },
    subject: 'Invoice terms',
  })
  const { version: __, ...terms } = await storedTerms(kysely, memberGroupId)
  await recordChange(context, { entity: 'invoice_terms', entityId: memberGroupId, kind: 'changed', before, after: terms })
  await updateStops(kysely, context.now(), { member_group_id: memberGroupId })
  return invoiceTermsOf(context, memberGroupId)
}

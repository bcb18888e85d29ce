import type { InsertionOrderConfig, InsertionOrderConfigChange } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { defaultLocale, locales } from '../../../src/contract/locales.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { type Fields, recordDifference, type Writer } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { conflict } from '../context/refusal.ts'
import { tenant } from '../sql/tenant.ts'
import { updateVersioned } from '../sql/versioned.ts'

/** The settings of a client without a row; equal to the defaults of the table. */
const defaults: InsertionOrderConfig = {
  is_insertion_order_enabled: true,
  is_purchase_order_enabled: true,
  is_purchase_order_required: false,
  purchase_order_pattern: null,
  needs_two_approvals: true,
  may_author_approve: true,
  must_lines_cover_total: false,
  sign_in_above: null,
  number_prefix: 'IO',
  at_end: 'stop',
  legal_text: '',
  legal_texts: {} as InsertionOrderConfig['legal_texts'], // a record of superstruct names all its keys, but each may be missing
  text_version: 1,
  version: 1,
}

/** The settings of the client's orders. */
export async function orderConfig(context: Pick<Writer, 'database' | 'scope'>): Promise<InsertionOrderConfig> {
  const row = await context.database.kysely
    .selectFrom('insertion_order_configs')
    .selectAll()
    .where('member_group_id', '=', tenant(context))
    .executeTakeFirst()
  if (!row) return defaults
  const { member_group_id: _, last_number: __, legal_texts, sign_in_above, ...config } = row
  return {
    ...config,
    sign_in_above: sign_in_above === null ? null : decimalOf(BigInt(sign_in_above)),
    legal_texts: legal_texts as InsertionOrderConfig['legal_texts'], // only valid locales are written
  }
}

/** The legal text in a language, and the language that it has: without a text in it, the default one. */
export function legalTextIn({ legal_text, legal_texts }: InsertionOrderConfig, locale: string) {
  const [, text] = Object.entries(legal_texts).find(([language]) => language === locale && language !== defaultLocale) ?? []
  return text === undefined ? { legal_text, locale: defaultLocale } : { legal_text: text, locale }
}

/** Creates the client's row if it has none; true if it was created. */
async function createRow({ database }: Pick<Context, 'database'>, member_group_id: number): Promise<boolean> {
  const row = await database.kysely
    .insertInto('insertion_order_configs')
    .values({ member_group_id, at_end: defaults.at_end, legal_texts: '{}' })
    .onConflict((conflictBuilder) => conflictBuilder.doNothing())
    .returning('member_group_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the number of the client's next order. The row stays locked until the transaction ends, so that no number is given twice. */
export async function takeNumber(context: Pick<Context, 'database' | 'scope'>): Promise<string> {
  const member_group_id = tenant(context)
  await createRow(context, member_group_id)
  const { number_prefix, last_number } = await context.database.kysely
    .updateTable('insertion_order_configs')
    .set(({ eb }) => ({ last_number: eb('last_number', '+', 1) }))
    .where('member_group_id', '=', member_group_id)
    .returning(['number_prefix', 'last_number'])
    .executeTakeFirstOrThrow()
  return `${number_prefix}-${String(last_number).padStart(4, '0')}`
}

const withoutEmpty = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** The settings as their history shows them: each legal text is a field. */
const recordedFields = ({ legal_texts, text_version: _, version: __, ...config }: InsertionOrderConfig): Fields => ({
  ...config,
  ...Object.fromEntries(locales.map((locale) => [`legal_text.${locale}`, legal_texts[locale] ?? ''])),
})

/** Changes the settings, or creates them for a call without a version. Texts of versions that were submitted stay. */
export async function changeConfig(context: Context, change: InsertionOrderConfigChange): Promise<InsertionOrderConfig> {
  const member_group_id = tenant(context)
  requireWholeClient(context, member_group_id)
  const isNew = await createRow(context, member_group_id)
  if (context.version === undefined && !isNew)
    throw conflict('Settings', 'The client already has settings of insertion orders; change those instead')
  const before = await orderConfig(context)
  const { legal_texts, sign_in_above, ...fields } = change
  const texts = legal_texts ? withoutEmpty(legal_texts) : before.legal_texts
  const isTextChanged =
    (change.legal_text ?? before.legal_text) !== before.legal_text || JSON.stringify(texts) !== JSON.stringify(before.legal_texts)
  await updateVersioned(context, 'insertion_order_configs', {
    key: { member_group_id },
    change: {
      ...fields,
      ...(sign_in_above !== undefined && { sign_in_above: sign_in_above === null ? null : microsOf(sign_in_above) }),
      legal_texts: JSON.stringify(texts),
      text_version: before.text_version + (isTextChanged ? 1 : 0),
    },
    subject: 'Settings',
  })
  const after = await orderConfig(context)
  const record = { entity: 'insertion_order_config', entityId: member_group_id, kind: isNew ? 'created' : 'changed' } as const
  await recordDifference(context, record, recordedFields(before), recordedFields(after))
  return after
}

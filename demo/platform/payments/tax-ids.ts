import { checkVAT, type Country, austria, france, germany, italy, netherlands, spain, switzerland, unitedKingdom } from 'jsvat'
import type { Kysely } from 'kysely'
import type { AdvertiserTaxId, PrintedTaxId, taxIds } from '../../../src/contract/payments/tax-ids.ts'
import { recordChange } from '../changes/record.ts'
import type { Handlers } from '../http/implement.ts'
import { refuseFundsField } from '../money/refusals.ts'
import { updateVersioned } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'
import { type AdvertiserKey, keyOf } from '../advertisers/key.ts'

interface TaxIdFormat {
  /** A valid tax id, for the text of a refusal. */
  readonly example: string
  /** The id without spaces, dots and hyphens, with its prefix; undefined if its format or its check digits are wrong. */
  readonly parse: (text: string) => string | undefined
}

/** Tax ids with check digits. The prefix may be missing. */
const checked = (country: Country, prefix: string, example: string): TaxIdFormat => ({
  example,
  parse: (text) => [text, `${prefix}${text}`].map((id) => checkVAT(id, [country])).find(({ isValid }) => isValid)?.value,
})

/** The registration number of a qualified invoice issuer in Japan; the library does not know it, so its digits are only counted. */
const japanese: TaxIdFormat = {
  example: 'T7000012050002',
  parse: (text) => {
    const id = text.toUpperCase().replace(/[\s./-]/g, '')
    const digits = id.replace(/^(JP)?T?/, '')
    return /^\d{13}$/.test(digits) ? `T${digits}` : undefined
  },
}

/** By country of the tax type. */
export const taxIdFormats: Readonly<Record<string, TaxIdFormat>> = {
  AT: checked(austria, 'AT', 'ATU13585627'),
  CH: checked(switzerland, 'CHE', 'CHE116281710'),
  DE: checked(germany, 'DE', 'DE136695976'),
  ES: checked(spain, 'ES', 'ESA13585625'),
  FR: checked(france, 'FR', 'FR83404833048'),
  GB: checked(unitedKingdom, 'GB', 'GB434031494'),
  IT: checked(italy, 'IT', 'IT00743110157'),
  JP: japanese,
  NL: checked(netherlands, 'NL', 'NL010000446B01'),
}

const storedTaxId = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely
    .selectFrom('tax_ids as i')
    .leftJoin('tax_types as t', 't.tax_type_id', 'i.tax_type_id')
    .select(['i.tax_type_id', 't.country_code', 'i.value', 'i.version'])
    .where('i.member_group_id', '=', member_group_id)
    .where('i.advertiser_id', '=', advertiser_id)
    .executeTakeFirst()

async function taxIdOf(kysely: Kysely<Tables>, key: AdvertiserKey): Promise<AdvertiserTaxId> {
  const { tax_type_id, country_code, value, version } = (await storedTaxId(kysely, key)) ?? { version: 1 }
  return { tax_id: tax_type_id && country_code && value ? { tax_type_id, country_code, value } : null, version }
}

/** The tax id that an invoice of the advertiser shows. */
export async function printedTaxId(kysely: Kysely<Tables>, key: AdvertiserKey): Promise<PrintedTaxId | null> {
  const { tax_id } = await taxIdOf(kysely, key)
  return tax_id && { country_code: tax_id.country_code, value: tax_id.value }
}

/** The columns of a tax id. Throws if its format or its check digits are wrong. */
async function columnsOf(kysely: Kysely<Tables>, taxId: { tax_type_id: number; value: string } | null) {
  if (!taxId) return { tax_type_id: null, value: null }
  const { tax_type_id } = taxId
  const type = await kysely.selectFrom('tax_types').select('country_code').where('tax_type_id', '=', tax_type_id).executeTakeFirst()
  const format = type && taxIdFormats[type.country_code]
  if (!format) throw refuseFundsField('tax_id.tax_type_id', 'tax_type_missing')
  const value = format.parse(taxId.value)
  if (value === undefined) throw refuseFundsField('tax_id.value', 'tax_id_invalid', { country: type.country_code, example: format.example })
  return { tax_type_id, value }
}

const fieldsOf = ({ tax_id }: AdvertiserTaxId) => ({ country: tax_id?.country_code ?? null, value: tax_id?.value ?? null })

export const taxIdHandlers: Handlers<typeof taxIds> = {
  one: ({ path }, { database }) => taxIdOf(database.kysely, keyOf(path)),
  /** Changes the tax id of later invoices. */
  change: async ({ path, body }, context) => {
    const { kysely } = context.database
    const key = keyOf(path)
    const change = await columnsOf(kysely, body.tax_id)
    const before = await taxIdOf(kysely, key)
    await kysely
      .insertInto('tax_ids')
      .values({ ...key, tax_type_id: null, value: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await updateVersioned(context, 'tax_ids', { key, change, subject: 'Tax ID' })
    const after = await taxIdOf(kysely, key)
    await recordChange(context, {
      entity: 'tax_id',
      entityId: key.advertiser_id,
      kind: 'changed',
      before: fieldsOf(before),
      after: fieldsOf(after),
    })
    return after
  },
}

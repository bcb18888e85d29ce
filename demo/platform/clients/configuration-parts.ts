import { biddingTypes } from '../../../src/contract/bids/bidding-configs.ts'
import type { ConfigurationDocument, ConfigurationPart } from '../../../src/contract/clients/configuration.ts'
import type { ThemeValues } from '../../../src/contract/clients/themes.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import type { CampaignTemplate } from '../../../src/contract/templates/templates.ts'
import type { Context } from '../context/context.ts'
import { conflict, refuseField } from '../context/refusal.ts'
import { changeConfig, orderConfig } from '../insertion-orders/config.ts'
import { readTemplates, templatesFrom } from '../templates/read.ts'
import { createTemplate, writeTemplate } from '../templates/write.ts'
import { clientState } from './history.ts'
import { writeOrigins } from './hosts.ts'
import { ownTheme, recordTheme } from './theme-history.ts'
import { writeClient } from './write.ts'

type Parts = ConfigurationDocument['parts']
type PartOf<P extends ConfigurationPart> = NonNullable<Parts[P]> | Extract<Parts[P], null>

/** How a part of the configuration is read and written. A write gets the whole part, and changes only what differs. */
interface PartAccess<Value> {
  readonly read: (context: Context, memberGroupId: number) => Promise<Value>
  readonly write: (context: Context, memberGroupId: number, value: Value, before: Value) => Promise<unknown>
}

/** Each part has a version of its own; the document was compared with the current ones in this transaction. */
const atCurrentVersion = ({ version: _, ...context }: Context): Context => context

async function typeNames({ database: { kysely } }: Context) {
  return kysely.selectFrom('member_group_types').select(['member_group_type_id', 'name']).execute()
}

const client: PartAccess<PartOf<'client'>> = {
  read: async (context, memberGroupId) => {
    const fields = (await clientState(context, memberGroupId))?.fields
    const type = (await typeNames(context)).find(({ member_group_type_id }) => member_group_type_id === fields?.member_group_type_id)
    return {
      type: type?.name ?? null,
      label: { singular: fields?.label_singular ?? '', plural: fields?.label_plural ?? '' },
      registration_enabled: fields?.registration_enabled ?? false,
    }
  },
  write: async (context, memberGroupId, { type, label, registration_enabled }) => {
    const known = (await typeNames(context)).find(({ name }) => name === type)
    if (type !== null && !known) throw refuseField('document.parts.client.type', 'Choose a client type from the list')
    const change = { label, registration_enabled, member_group_type_id: known?.member_group_type_id ?? null }
    return writeClient(atCurrentVersion(context), memberGroupId, change)
  },
}

async function currencyCodes({ database: { kysely } }: Context, memberGroupId: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('member_group_currencies as m')
    .innerJoin('currencies as c', 'c.currency_id', 'm.currency_id')
    .select('c.currency_code')
    .where('m.member_group_id', '=', memberGroupId)
    .orderBy('c.currency_code')
    .execute()
  return rows.map(({ currency_code }) => currency_code)
}

/** Ids by code; refuses unknown codes. */
async function currencyIds({ database: { kysely } }: Context, codes: readonly string[], field: string) {
  const rows = await kysely.selectFrom('currencies').select(['currency_id', 'currency_code']).execute()
  return new Map(
    codes.map((code) => {
      const row = rows.find(({ currency_code }) => currency_code === code)
      if (!row) throw refuseField(field, `Unknown currency: ${code}`)
      return [code, row.currency_id] as const
    }),
  )
}

/** Adds currencies to a client. Currencies that a document does not have stay, because advertisers may use them. */
async function addCurrencies({ database: { kysely } }: Context, member_group_id: number, ids: Iterable<number>) {
  const rows = [...ids].map((currency_id) => ({ member_group_id, currency_id }))
  if (rows.length > 0)
    await kysely
      .insertInto('member_group_currencies')
      .values(rows)
      .onConflict((builder) => builder.doNothing())
      .execute()
}

const currencies: PartAccess<PartOf<'currencies'>> = {
  read: async (context, memberGroupId) => {
    const fields = (await clientState(context, memberGroupId))?.fields
    return {
      default: fields?.currency_code ?? '',
      min_bid: fields?.min_bid ?? '0',
      codes: await currencyCodes(context, memberGroupId),
    }
  },
  write: async (context, memberGroupId, { default: currency_code, min_bid, codes }, before) => {
    const ids = await currencyIds(context, codes, 'document.parts.currencies.codes')
    await addCurrencies(context, memberGroupId, ids.values())
    if (currency_code === before.default && microsOf(min_bid) === microsOf(before.min_bid)) return
    await writeClient(atCurrentVersion(context), memberGroupId, { default_currency: { currency_code, min_bid } })
  },
}

const typeOf = (name: string | undefined) => Object.entries(biddingTypes).find(([type]) => type === name)?.[1]

const bidding: PartAccess<PartOf<'bidding'>> = {
  read: async ({ database: { kysely } }, memberGroupId) => {
    const rows = await kysely
      .selectFrom('bidding_configs as b')
      .innerJoin('currencies as c', 'c.currency_id', 'b.currency_id')
      .select(['c.currency_code', 'b.bidding_type_id', 'b.min_bid', 'b.max_bid'])
      .where('b.member_group_id', '=', memberGroupId)
      .orderBy('c.currency_code')
      .orderBy('b.bidding_type_id')
      .execute()
    const decimal = (micros: number) => decimalOf(BigInt(micros))
    return Object.fromEntries(
      rows.map(({ currency_code, bidding_type_id, min_bid, max_bid }) => {
        const type = Object.entries(biddingTypes).find(([, id]) => id === bidding_type_id)?.[0]
        return [`${currency_code} ${type}`, { min_bid: decimal(min_bid), max_bid: max_bid === null ? null : decimal(max_bid) }]
      }),
    )
  },
  write: async (context, member_group_id, limits) => {
    const { kysely } = context.database
    const field = 'document.parts.bidding'
    const named = Object.entries(limits).map(([name, value]) => {
      const [code = '', type] = name.split(' ')
      const bidding_type_id = typeOf(type)
      if (bidding_type_id === undefined) throw refuseField(field, `Expected a currency and CPC or CPM: ${name}`)
      const min_bid = Number(microsOf(value.min_bid))
      const max_bid = value.max_bid === null ? null : Number(microsOf(value.max_bid))
      if (min_bid <= 0 || (max_bid !== null && max_bid < min_bid)) throw refuseField(field, `The limits do not fit: ${name}`)
      return { code, bidding_type_id, min_bid, max_bid }
    })
    const ids = await currencyIds(
      context,
      named.map(({ code }) => code),
      field,
    )
    await addCurrencies(context, member_group_id, ids.values())
    for (const { code, ...config } of named) {
      const { min_bid, max_bid } = config
      await kysely
        .insertInto('bidding_configs')
        .values({ member_group_id, currency_id: ids.get(code) ?? 0, ...config })
        .onConflict((builder) =>
          builder
            .columns(['member_group_id', 'currency_id', 'bidding_type_id'])
            .doUpdateSet(({ eb }) => ({ min_bid, max_bid, version: eb('bidding_configs.version', '+', 1) })),
        )
        .execute()
    }
  },
}

const theme: PartAccess<ThemeValues | null> = {
  read: async (context, memberGroupId) => (await ownTheme(context, memberGroupId))?.theme ?? null,
  write: async (context, memberGroupId, value, before) => {
    const { kysely } = context.database
    const cause = { kind: value === null ? 'removed' : before === null ? 'created' : 'changed' } as const
    if (value === null) await kysely.deleteFrom('themes').where('member_group_id', '=', memberGroupId).execute()
    else
      await kysely
        .insertInto('themes')
        .values({ member_group_id: memberGroupId, ...value })
        .onConflict((builder) =>
          builder.column('member_group_id').doUpdateSet(({ eb }) => ({ ...value, version: eb('themes.version', '+', 1) })),
        )
        .execute()
    const nothing = Object.fromEntries(Object.keys(before ?? {}).map((field) => [field, null]))
    await recordTheme(context, { memberGroupId, before: before ?? {}, after: value ?? nothing, cause })
  },
}

const origins: PartAccess<PartOf<'origins'>> = {
  read: async (context, memberGroupId) => [...((await clientState(context, memberGroupId))?.fields.allowed_origins ?? [])],
  write: (context, memberGroupId, value) => writeOrigins(atCurrentVersion(context), memberGroupId, value),
}

const orders: PartAccess<PartOf<'orders'>> = {
  read: async (context) => {
    const { version: _, text_version: __, ...config } = await orderConfig(context)
    return config
  },
  write: async (context, _, value) => changeConfig({ ...context, version: (await orderConfig(context)).version }, value),
}

/** Targeting names dimensions by their ids, which another client does not have. */
const withoutTargeting = ({ targeting: _, ...defaults }: CampaignTemplate['defaults']) => defaults

const templates: PartAccess<PartOf<'templates'>> = {
  read: async ({ database }, memberGroupId) =>
    Object.fromEntries(
      (await readTemplates(templatesFrom(database, memberGroupId)))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
        .map(({ name, description, is_active, flow, steps, defaults }) => [
          name,
          { description, is_active, flow, steps, defaults: withoutTargeting(defaults) },
        ]),
    ),
  write: async (context, memberGroupId, value, before) => {
    const own = await readTemplates(templatesFrom(context.database, memberGroupId))
    for (const [name, { flow, ...change }] of Object.entries(value)) {
      const known = own.find((template) => template.name === name)
      if (JSON.stringify(before[name]) === JSON.stringify(value[name])) continue
      if (!known) await createTemplate(context, memberGroupId, { name, flow, ...change })
      else if (known.flow !== flow) throw conflict('Templates', `${name} has another flow at this client; rename one of them`)
      else {
        const defaults = { ...change.defaults, ...(known.defaults.targeting && { targeting: known.defaults.targeting }) }
        await writeTemplate({ ...context, version: known.version }, memberGroupId, known.campaign_template_id, { ...change, defaults })
      }
    }
  },
}

export const partAccess = { client, currencies, bidding, theme, origins, orders, templates } as const satisfies {
  readonly [P in ConfigurationPart]: unknown
}

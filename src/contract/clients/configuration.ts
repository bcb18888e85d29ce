import { array, boolean, enums, type Infer, integer, literal, nullable, object, optional, record, size, string } from 'superstruct'
import { FieldValue } from '../changes/fields.ts'
import { get, post } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, Text } from '../ids.ts'
import { InsertionOrderConfig } from '../insertion-orders/insertion-orders.ts'
import { NewCampaignTemplate } from '../templates/templates.ts'
import { ThemeValues } from './themes.ts'

/** The parts of a configuration, each of which can be applied alone. */
export const configurationParts = ['client', 'currencies', 'bidding', 'theme', 'origins', 'orders', 'templates'] as const
export type ConfigurationPart = (typeof configurationParts)[number]

const { version: _, text_version: __, ...orderFields } = InsertionOrderConfig.schema
const { name: ___, experience_id: ____, ...templateFields } = NewCampaignTemplate.schema

/** The lowest and the highest bid of a currency. */
const BidLimits = object({ min_bid: Decimal, max_bid: nullable(Decimal) })

/**
 * The configuration of a client as a document: without ids, secrets, people and money, so that it means the same at another client.
 * Bid limits are named by currency and type, such as `USD CPC`, templates by their name.
 */
export const ConfigurationDocument = object({
  version: literal(1),
  parts: object({
    client: optional(
      object({
        type: nullable(Text(1, 80)),
        label: object({ singular: Text(1, 40), plural: Text(1, 40) }),
        registration_enabled: boolean(),
      }),
    ),
    currencies: optional(object({ default: CurrencyCode, min_bid: Decimal, codes: size(array(CurrencyCode), 1, 50) })),
    bidding: optional(record(string(), BidLimits)),
    /** Null for the default theme. */
    theme: optional(nullable(ThemeValues)),
    origins: optional(size(array(Text(1, 300)), 0, 50)),
    orders: optional(object(orderFields)),
    templates: optional(record(string(), object(templateFields))),
  }),
})
export type ConfigurationDocument = Infer<typeof ConfigurationDocument>

/** One value that differs between a client and a document. */
const ConfigurationChange = object({ part: enums(configurationParts), field: string(), before: FieldValue, after: FieldValue })
export type ConfigurationChange = Infer<typeof ConfigurationChange>

/** A configuration as it was before a document was applied. */
const ConfigurationVersion = object({
  configuration_version_id: Id,
  created_at: string(),
  user: nullable(object({ user_id: Id, name: string() })),
  parts: array(enums(configurationParts)),
  /** How many values were changed. */
  changes: integer(),
})
export type ConfigurationVersion = Infer<typeof ConfigurationVersion>

const path = 'v1/member_groups/:memberGroupId/configuration'

/** The configuration of a client as a document, for internal staff. */
export const configuration = {
  one: get(path, { may: 'configuration.read', result: object({ document: ConfigurationDocument, version: integer() }) }),
  /** Applies the chosen parts of a document, or says in a dry run what that would change. */
  apply: post(path, {
    may: 'configuration.apply',
    versioned: true,
    body: object({
      document: ConfigurationDocument,
      parts: size(array(enums(configurationParts)), 1, configurationParts.length),
      dry_run: optional(boolean()),
    }),
    result: object({
      changes: array(ConfigurationChange),
      is_dry_run: boolean(),
      /** The stored configuration before the change; null in a dry run, and if nothing changes. */
      configuration_version_id: nullable(Id),
      version: integer(),
    }),
  }),
  versions: get(`${path}/versions`, { may: 'configuration.read', result: object({ versions: array(ConfigurationVersion) }) }),
  versionOne: get(`${path}/versions/:configurationVersionId`, {
    may: 'configuration.read',
    result: object({ document: ConfigurationDocument }),
  }),
}

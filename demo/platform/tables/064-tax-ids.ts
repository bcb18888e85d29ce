import { type Kysely, type Migration, sql } from 'kysely'
import type { PrintedTaxId } from '../../../src/contract/payments/tax-ids.ts'
import type { GeneratedColumn, MaybeJson } from './columns.ts'

export interface TaxIdTables {
  /** The tax id of an advertiser; both columns are null after it was removed. */
  tax_ids: {
    member_group_id: number
    advertiser_id: number
    tax_type_id: number | null
    value: string | null
    version: GeneratedColumn<number>
  }
}

export interface InvoiceTaxIdColumns {
  /** The tax id of the advertiser when the invoice was issued. */
  tax_id: MaybeJson<PrintedTaxId>
}

/** Names of the tax types, which were named by their country codes. */
const names = {
  AT: 'Austria',
  CH: 'Switzerland',
  DE: 'Germany',
  ES: 'Spain',
  FR: 'France',
  GB: 'United Kingdom',
  IT: 'Italy',
  JP: 'Japan',
  NL: 'Netherlands',
}

const statements = [
  `create table tax_ids (member_group_id int not null, advertiser_id int not null, tax_type_id int references tax_types, value text, version int not null default 1, primary key (member_group_id, advertiser_id), foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id), check ((tax_type_id is null) = (value is null)))`,
  `alter table invoices add column tax_id jsonb`,
  ...Object.entries(names).map(([country, name]) => `update tax_types set name = '${name}' where country_code = '${country}'`),
]

/** Tax ids of advertisers and their invoices, and readable names of tax types. */
export const taxIds: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

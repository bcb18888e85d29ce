import { type Kysely, type Migration, sql } from 'kysely'
import type { WireState } from '../../../src/contract/funds/wires.ts'
import type { At, GeneratedAt, GeneratedColumn, Micros, Word } from './columns.ts'

export interface WireTables {
  wire_transfers: {
    member_group_id: number
    advertiser_id: number
    wire_transfer_id: GeneratedColumn<number>
    /** The text that the transfer must carry. */
    reference: string
    amount: Micros
    state: Word<WireState>
    /** All money that arrived with the reference. */
    received: Micros | null
    user_id: number | null
    created_at: GeneratedAt
    closed_at: At | null
    version: GeneratedColumn<number>
  }
  /** Received transfers. Without a known reference they have no advertiser until a person assigns them. */
  receipts: {
    member_group_id: number
    receipt_id: GeneratedColumn<number>
    /** The receipt's id at the bank. */
    provider_id: string
    advertiser_id: number | null
    wire_transfer_id: number | null
    amount: Micros
    currency_code: string
    sender: string
    text: string
    received_at: At
    /** The user who assigned it. */
    assigned_by: number | null
    version: GeneratedColumn<number>
  }
}

const ofAdvertiser = 'foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id)'

const statements = [
  `create table wire_transfers (member_group_id int not null, advertiser_id int not null, wire_transfer_id int generated always as identity, reference text not null unique, amount bigint not null check (amount > 0), state text not null default 'waiting' check (state in ('waiting', 'received', 'canceled')), received bigint, user_id int references users, created_at timestamptz not null default now(), closed_at timestamptz, version int not null default 1, primary key (member_group_id, wire_transfer_id), ${ofAdvertiser}, check ((state = 'received') = (received is not null)), check ((state = 'waiting') = (closed_at is null)))`,
  `create index wire_transfers_of_advertiser on wire_transfers (member_group_id, advertiser_id, wire_transfer_id desc)`,
  `create table receipts (member_group_id int not null references member_groups, receipt_id int generated always as identity, provider_id text not null unique, advertiser_id int, wire_transfer_id int, amount bigint not null check (amount > 0), currency_code text not null, sender text not null default '', text text not null default '', received_at timestamptz not null, assigned_by int references users, version int not null default 1, primary key (member_group_id, receipt_id), ${ofAdvertiser}, foreign key (member_group_id, wire_transfer_id) references wire_transfers (member_group_id, wire_transfer_id))`,
  `create index receipts_without_advertiser on receipts (member_group_id, receipt_id) where advertiser_id is null`,
]

/** Announced bank transfers and the money that arrives. */
export const wires: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

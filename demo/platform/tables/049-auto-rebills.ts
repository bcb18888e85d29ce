import { type Kysely, type Migration, sql } from 'kysely'
import type { RebillMode, RebillOutcome } from '../../../src/contract/funds/auto-rebills.ts'
import type { DeclineReason } from '../../../src/contract/funds/payments.ts'
import type { At, GeneratedAt, GeneratedColumn, Micros, Word } from './columns.ts'

export interface AutoRebillTables {
  auto_rebills: {
    member_group_id: number
    advertiser_id: number
    auto_rebill_id: GeneratedColumn<number>
    threshold: Micros
    mode: Word<RebillMode>
    amount: Micros
    payment_method_id: number
    month_maximum: Micros | null
    is_on: GeneratedColumn<boolean>
    /** Declined charges in a row. */
    failures: GeneratedColumn<number>
    next_attempt_at: At | null
    /** The obstacle about which users were mailed since the funds were last above the threshold. */
    obstacle: Word<'month_used_up' | 'below_minimum'> | null
    /** Ids of the users who were mailed when the rule was switched off. */
    notified: GeneratedColumn<number[]>
    created_by: number | null
    created_at: GeneratedAt
    version: GeneratedColumn<number>
  }
  /** Runs outlive their rule, so that a new rule does not start a new month's maximum. */
  auto_rebill_runs: {
    member_group_id: number
    advertiser_id: number
    run_id: GeneratedColumn<number>
    auto_rebill_id: number
    at: At
    outcome: Word<RebillOutcome>
    /** Names the charge at the payment provider, so that it can be repeated after a crash. Null without a charge. */
    key: string | null
    payment_method_id: number
    payment_id: number | null
    decline: Word<DeclineReason> | null
    amount: Micros | null
  }
}

const ofAdvertiser = 'foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id)'

const statements = [
  `create table auto_rebills (member_group_id int not null, advertiser_id int not null, auto_rebill_id int generated always as identity, threshold bigint not null check (threshold > 0), mode text not null check (mode in ('fixed', 'target')), amount bigint not null check (amount > 0), payment_method_id int not null, month_maximum bigint check (month_maximum > 0), is_on boolean not null default true, failures int not null default 0, next_attempt_at timestamptz, obstacle text check (obstacle in ('month_used_up', 'below_minimum')), notified int[] not null default '{}', created_by int references users, created_at timestamptz not null default now(), version int not null default 1, primary key (member_group_id, auto_rebill_id), unique (member_group_id, advertiser_id), check (mode = 'fixed' or amount > threshold), ${ofAdvertiser})`,
  `create table auto_rebill_runs (member_group_id int not null, advertiser_id int not null, run_id int generated always as identity, auto_rebill_id int not null, at timestamptz not null, outcome text not null check (outcome in ('succeeded', 'declined', 'processing', 'month_used_up', 'below_minimum')), key text, payment_method_id int not null, payment_id int, decline text, amount bigint check (amount > 0), primary key (member_group_id, run_id), unique (member_group_id, key), ${ofAdvertiser}, check ((key is not null) = (outcome in ('succeeded', 'declined', 'processing'))))`,
  `create index auto_rebill_runs_of_advertiser on auto_rebill_runs (member_group_id, advertiser_id, run_id desc)`,
  // One charge at a time for each advertiser.
  `create unique index auto_rebill_runs_in_flight on auto_rebill_runs (member_group_id, advertiser_id) where outcome = 'processing'`,
]

/** Rules that add funds by themselves, and what they did. */
export const autoRebills: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

import { type Kysely, type Migration, sql } from 'kysely'
import type { DeclineReason, PaymentMethodType, PaymentState } from '../../../src/contract/funds/payments.ts'
import type { InvoiceStatus } from '../../../src/contract/funds/invoices.ts'
import type { At, Day, GeneratedAt, GeneratedColumn, GeneratedMicros, Json, MaybeJson, Micros, Word } from './columns.ts'
import { learnPermissions } from './learn-permissions.ts'

interface OfAdvertiser {
  member_group_id: number
  advertiser_id: number
}

export interface FundsTables {
  /** The advertiser's customer at the payment provider. */
  payment_customers: OfAdvertiser & { provider: string; customer_id: string; created_at: GeneratedAt }
  payment_methods: OfAdvertiser & {
    payment_method_id: GeneratedColumn<number>
    /** The method's id at the provider. */
    provider_id: string
    name: string
    type: Word<PaymentMethodType>
    brand: string
    last_four: string
    exp_month: number | null
    exp_year: number | null
    billing_address: Json<object>
    is_default: GeneratedColumn<boolean>
    last_result_at: At | null
    last_decline: Word<DeclineReason> | null
    created_by: number | null
    created_at: GeneratedAt
    removed_at: At | null
    version: GeneratedColumn<number>
  }
  /** A session of the payment page, bound to its advertiser, its user and the origin that frames it. */
  payment_sessions: OfAdvertiser & {
    /** SHA-256 of the session's secret; the secret itself is only in the page's address. */
    secret_hash: string
    user_id: number
    parent_origin: string
    /** Adds a method, or confirms a payment. */
    purpose: Word<'method' | 'payment'>
    payment_id: number | null
    billing_address: MaybeJson<object>
    is_default: boolean
    expires_at: At
    used_at: At | null
  }
  payments: OfAdvertiser & {
    payment_id: GeneratedColumn<number>
    /** Repeats with the same key are the same charge, at the provider, too. */
    key: string
    provider_id: string | null
    payment_method_id: number
    state: Word<PaymentState>
    decline: Word<DeclineReason> | null
    origin: Word<'person' | 'rebill'>
    amount: Micros
    fee: Micros
    surcharge: Micros
    tax: Micros
    currency_code: string
    user_id: number | null
    created_at: GeneratedAt
    settled_at: At | null
  }
  /** Messages of the provider; a message that comes again is known by its id. */
  payment_events: { provider_event_id: string; type: string; payload: Json<object>; received_at: GeneratedAt; handled_at: At | null }
  wire_transfers: OfAdvertiser & {
    wire_transfer_id: GeneratedColumn<number>
    reference: string
    amount: Micros
    state: Word<'waiting' | 'received' | 'canceled'>
    received: Micros | null
    user_id: number | null
    created_at: GeneratedAt
    closed_at: At | null
    version: GeneratedColumn<number>
  }
  /** Received transfers. Without a known reference they wait until a person assigns them. */
  receipts: {
    member_group_id: number
    receipt_id: GeneratedColumn<number>
    /** The receipt's id at the bank or the provider. */
    provider_id: string
    advertiser_id: number | null
    wire_transfer_id: number | null
    amount: Micros
    currency_code: string
    sender: string
    text: string
    received_at: At
    version: GeneratedColumn<number>
  }
  /** What is left of each grant of money. The sum of an advertiser's grants is its balance. */
  funding_lots: OfAdvertiser & {
    lot_id: GeneratedColumn<number>
    balance_event_id: number
    funding_type_id: number
    micros: Micros
    left: Micros
    expires_on: Day | null
    /** Days before the expiration on which the advertiser was notified. */
    notified_days: number | null
  }
  /** Money that was taken back by the provider and is not covered yet; the next funding pays it first. */
  receivables: OfAdvertiser & { micros: GeneratedMicros }
  fee_schedules: {
    member_group_id: number
    /** Micros of one percent. */
    fee_percent: Micros
    surcharge: Micros
    minimum_amount: Micros
    day_maximum: Micros
    may_manager_pay: GeneratedColumn<boolean>
    due_days: GeneratedColumn<number>
    version: GeneratedColumn<number>
  }
  tax_types: { tax_type_id: number; name: string; country_code: string; percent: Micros }
  auto_rebills: OfAdvertiser & {
    auto_rebill_id: GeneratedColumn<number>
    threshold: Micros
    mode: Word<'fixed' | 'target'>
    amount: Micros
    payment_method_id: number
    month_maximum: Micros | null
    is_on: GeneratedColumn<boolean>
    failures: GeneratedColumn<number>
    next_attempt_at: At | null
    created_by: number | null
    created_at: GeneratedAt
    version: GeneratedColumn<number>
  }
  auto_rebill_runs: {
    member_group_id: number
    auto_rebill_id: number
    run_id: GeneratedColumn<number>
    at: At
    outcome: Word<'succeeded' | 'declined' | 'processing' | 'month_used_up' | 'below_minimum'>
    payment_id: number | null
    amount: Micros | null
  }
  invoices: OfAdvertiser & {
    invoice_id: GeneratedColumn<number>
    number: string
    start_date: Day
    end_date: Day
    issued_on: Day
    due_on: Day
    exact: Micros
    amount: Micros
    tax: Micros
    paid: GeneratedMicros
    is_wire_transfer: boolean
    status: Word<Exclude<InvoiceStatus, 'overdue'>>
    billing_address: MaybeJson<object>
    paid_at: At | null
    version: GeneratedColumn<number>
  }
  invoice_lines: { member_group_id: number; invoice_id: number; campaign_id: number; name: string; day: Day; micros: Micros }
  pending_spend_orders: OfAdvertiser & {
    pending_spend_order_id: GeneratedColumn<number>
    campaign_id: number | null
    over: Micros
    status_id: number
    created_at: GeneratedAt
    closed_at: At | null
    closed_by: number | null
    version: GeneratedColumn<number>
  }
}

const ofAdvertiser =
  'member_group_id int not null, advertiser_id int not null, foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id)'
const id = (name: string) => `${name} int generated always as identity`
const version = 'version int not null default 1'

const statements = [
  `create table payment_customers (${ofAdvertiser}, provider text not null, customer_id text not null, created_at timestamptz not null default now(), primary key (member_group_id, advertiser_id), unique (provider, customer_id))`,
  `create table payment_methods (${ofAdvertiser}, ${id('payment_method_id')}, provider_id text not null unique, name text not null, type text not null check (type in ('card', 'bank_debit')), brand text not null, last_four text not null check (last_four ~ '^[0-9]{4}$'), exp_month int check (exp_month between 1 and 12), exp_year int, billing_address jsonb not null, is_default boolean not null default false, last_result_at timestamptz, last_decline text, created_by int references users, created_at timestamptz not null default now(), removed_at timestamptz, ${version}, primary key (member_group_id, payment_method_id))`,
  `create unique index payment_methods_default on payment_methods (member_group_id, advertiser_id) where is_default and removed_at is null`,
  `create table payment_sessions (${ofAdvertiser}, secret_hash text primary key, user_id int not null references users, parent_origin text not null, purpose text not null check (purpose in ('method', 'payment')), payment_id int, billing_address jsonb, is_default boolean not null default false, expires_at timestamptz not null, used_at timestamptz)`,
  `create table payments (${ofAdvertiser}, ${id('payment_id')}, key text not null, provider_id text unique, payment_method_id int not null, state text not null check (state in ('processing', 'needs_action', 'succeeded', 'declined', 'canceled', 'refunded')), decline text, origin text not null check (origin in ('person', 'rebill')), amount bigint not null check (amount > 0), fee bigint not null check (fee >= 0), surcharge bigint not null check (surcharge >= 0), tax bigint not null check (tax >= 0), currency_code text not null, user_id int references users, created_at timestamptz not null default now(), settled_at timestamptz, primary key (member_group_id, payment_id), unique (member_group_id, key), foreign key (member_group_id, payment_method_id) references payment_methods (member_group_id, payment_method_id))`,
  `create index payments_of_advertiser on payments (member_group_id, advertiser_id, payment_id desc)`,
  // One charge of the auto-rebill at a time.
  `create unique index payments_rebill_in_flight on payments (member_group_id, advertiser_id) where origin = 'rebill' and state in ('processing', 'needs_action')`,
  `create index payments_in_flight on payments (created_at) where state in ('processing', 'needs_action')`,
  `create table payment_events (provider_event_id text primary key, type text not null, payload jsonb not null, received_at timestamptz not null default now(), handled_at timestamptz)`,
  `create table wire_transfers (${ofAdvertiser}, ${id('wire_transfer_id')}, reference text not null unique, amount bigint not null check (amount > 0), state text not null default 'waiting' check (state in ('waiting', 'received', 'canceled')), received bigint, user_id int references users, created_at timestamptz not null default now(), closed_at timestamptz, ${version}, primary key (member_group_id, wire_transfer_id))`,
  `create table receipts (member_group_id int not null references member_groups, ${id('receipt_id')}, provider_id text not null unique, advertiser_id int, wire_transfer_id int, amount bigint not null check (amount > 0), currency_code text not null, sender text not null default '', text text not null default '', received_at timestamptz not null, ${version}, primary key (member_group_id, receipt_id), foreign key (member_group_id, advertiser_id) references advertisers (member_group_id, advertiser_id))`,
  `create table funding_lots (${ofAdvertiser}, ${id('lot_id')}, balance_event_id bigint not null, funding_type_id int not null check (funding_type_id between 1 and 4), micros bigint not null check (micros > 0), "left" bigint not null check ("left" between 0 and micros), expires_on date, notified_days int, primary key (member_group_id, lot_id))`,
  `create index funding_lots_with_rest on funding_lots (member_group_id, advertiser_id) where "left" > 0`,
  `create index funding_lots_to_expire on funding_lots (expires_on) where "left" > 0 and expires_on is not null`,
  `create table receivables (${ofAdvertiser}, micros bigint not null default 0 check (micros >= 0), primary key (member_group_id, advertiser_id))`,
  `create table fee_schedules (member_group_id int primary key references member_groups, fee_percent bigint not null default 0 check (fee_percent between 0 and 99999999), surcharge bigint not null default 0 check (surcharge >= 0), minimum_amount bigint not null default 0 check (minimum_amount >= 0), day_maximum bigint not null default 25000000000 check (day_maximum > 0), may_manager_pay boolean not null default false, due_days int not null default 30 check (due_days between 1 and 120), ${version})`,
  `create table tax_types (tax_type_id int primary key, name text not null, country_code text not null, percent bigint not null check (percent between 0 and 99999999))`,
  `create table auto_rebills (${ofAdvertiser}, ${id('auto_rebill_id')}, threshold bigint not null check (threshold > 0), mode text not null check (mode in ('fixed', 'target')), amount bigint not null check (amount > 0), payment_method_id int not null, month_maximum bigint check (month_maximum > 0), is_on boolean not null default true, failures int not null default 0, next_attempt_at timestamptz, created_by int references users, created_at timestamptz not null default now(), ${version}, primary key (member_group_id, auto_rebill_id), unique (member_group_id, advertiser_id), check (mode = 'fixed' or amount > threshold), foreign key (member_group_id, payment_method_id) references payment_methods (member_group_id, payment_method_id))`,
  `create table auto_rebill_runs (member_group_id int not null, auto_rebill_id int not null, ${id('run_id')}, at timestamptz not null, outcome text not null, payment_id int, amount bigint, primary key (member_group_id, run_id), foreign key (member_group_id, auto_rebill_id) references auto_rebills on delete cascade)`,
  `create table invoices (${ofAdvertiser}, ${id('invoice_id')}, number text not null, start_date date not null, end_date date not null, issued_on date not null, due_on date not null, exact bigint not null check (exact >= 0), amount bigint not null check (amount >= 0), tax bigint not null default 0, paid bigint not null default 0, is_wire_transfer boolean not null default false, status text not null default 'open' check (status in ('open', 'paid', 'partly_paid', 'void', 'uncollectible')), billing_address jsonb, paid_at timestamptz, ${version}, primary key (member_group_id, invoice_id), unique (member_group_id, number), unique (member_group_id, advertiser_id, start_date))`,
  `create table invoice_lines (member_group_id int not null, invoice_id int not null, campaign_id int not null, name text not null, day date not null, micros bigint not null, primary key (member_group_id, invoice_id, campaign_id, day), foreign key (member_group_id, invoice_id) references invoices (member_group_id, invoice_id))`,
  `create table pending_spend_orders (${ofAdvertiser}, ${id('pending_spend_order_id')}, campaign_id int, over bigint not null check (over > 0), status_id int not null default 1 check (status_id between 1 and 5), created_at timestamptz not null default now(), closed_at timestamptz, closed_by int references users, ${version}, primary key (member_group_id, pending_spend_order_id))`,
  `insert into fee_schedules (member_group_id) select member_group_id from member_groups`,
]

/** Payments, stored methods, transfers, grants, auto-rebills, invoices and spend orders. */
export const funds: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await learnPermissions(db)
  },
}

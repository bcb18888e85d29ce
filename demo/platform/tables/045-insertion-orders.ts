import { type Kysely, type Migration, sql } from 'kysely'
import type { LineType, OrderSide } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import type { At, Day, GeneratedAt, GeneratedColumn, Json, Micros, Word } from './columns.ts'
import type { ApprovalAddressColumns, LineExperienceColumns, SignInColumns, VersionBillingColumns } from './075-signed-orders.ts'
import { learnPermissions } from './learn-permissions.ts'

/**
 * Columns that this migration adds to insertion orders. The terms of the order itself (name, days, total, number of the purchase order,
 * notes) are those of the version in force, or of the first version while none is approved.
 */
export interface OrderTermsColumns {
  number: string
  po_number: GeneratedColumn<string | null>
  start_date: Day
  end_date: Day
  notes: GeneratedColumn<string>
  internal_notes: GeneratedColumn<string>
  author_id: number | null
  /** The version in force, or the first one. */
  version_id: GeneratedColumn<number>
  /** A version that waits for approval while another one is in force. */
  proposed_version_id: GeneratedColumn<number | null>
  edited_at: GeneratedAt
  edited_by: number | null
  closed_at: At | null
  closed_by: number | null
  close_reason: GeneratedColumn<string>
  /** Set when campaigns continue against the advertiser's funds after the end. */
  continues_on_funds: GeneratedColumn<boolean>
}

/** Columns that this migration adds to campaigns. */
export interface CampaignOrderColumns {
  insertion_order_line_id: GeneratedColumn<number | null>
  insertion_order_linked_at: At | null
}

export interface InsertionOrderTables {
  insertion_order_versions: {
    member_group_id: number
    insertion_order_id: number
    version_id: number
    name: string
    po_number: string | null
    start_date: Day
    end_date: Day
    total: Micros
    notes: string
    legal_text: string
    locale: string
    hash: string
    author_id: number | null
    /** The client's setting at the submission; null before it. */
    needs_two_approvals: boolean | null
    created_at: At
    submitted_at: At | null
    approved_at: At | null
    replaced_at: At | null
  } & VersionBillingColumns
  insertion_order_lines: {
    member_group_id: number
    insertion_order_id: number
    version_id: number
    /** The same in all versions of the order. */
    line_id: number
    name: string
    channel: string | null
    type: Word<LineType>
    rate: Micros | null
    quantity: number | null
    amount: Micros
    start_date: Day
    end_date: Day
    is_hard_cap: boolean
  } & LineExperienceColumns
  insertion_order_approvals: {
    member_group_id: number
    insertion_order_id: number
    version_id: number
    side: Word<OrderSide>
    user_id: number
    name: string | null
    at: At
    hash: string
  } & ApprovalAddressColumns
  insertion_order_configs: {
    member_group_id: number
    is_insertion_order_enabled: GeneratedColumn<boolean>
    is_purchase_order_enabled: GeneratedColumn<boolean>
    is_purchase_order_required: GeneratedColumn<boolean>
    purchase_order_pattern: string | null
    needs_two_approvals: GeneratedColumn<boolean>
    may_author_approve: GeneratedColumn<boolean>
    must_lines_cover_total: GeneratedColumn<boolean>
    number_prefix: GeneratedColumn<string>
    /** The number of the client's last order. */
    last_number: GeneratedColumn<number>
    at_end: Word<'stop' | 'funds'>
    legal_text: GeneratedColumn<string>
    legal_texts: Json<Record<string, string>>
    text_version: GeneratedColumn<number>
    version: GeneratedColumn<number>
  } & SignInColumns
  /** What was charged to an order, by campaign, line and day. Written with the ledger, so a campaign that moves leaves its spend behind. */
  insertion_order_spend: {
    member_group_id: number
    insertion_order_id: number
    /** 0 without a line. */
    line_id: number
    campaign_id: number
    day: Day
    micros: Micros
  }
  /** Sums of `insertion_order_spend` by order and line. A trigger updates them in the statement that charges. */
  insertion_order_line_spend: { member_group_id: number; insertion_order_id: number; line_id: number; micros: Micros }
}

const order = 'member_group_id int not null, insertion_order_id int not null'
const ofOrder = 'foreign key (member_group_id, insertion_order_id) references insertion_orders (member_group_id, insertion_order_id)'
const terms =
  "name text not null, po_number text, start_date date not null, end_date date not null check (end_date >= start_date), total bigint not null check (total > 0), notes text not null default ''"

const spendSums = `
  begin
    insert into insertion_order_line_spend as s
    select coalesce(new.member_group_id, old.member_group_id), coalesce(new.insertion_order_id, old.insertion_order_id),
      coalesce(new.line_id, old.line_id), coalesce(new.micros, 0) - coalesce(old.micros, 0)
    on conflict (member_group_id, insertion_order_id, line_id) do update set micros = s.micros + excluded.micros;
    return null;
  end`

/** SQL: the last day of an order from before. It had no days, so a live one gets a year from its last use; the others keep theirs. */
const endOfEarlier = `greatest(o.created_at::date + 364, case when o.status_id <= 3 then current_date + 364 end, used.last_spend + case when o.status_id <= 3 then 364 else 0 end, case when o.status_id <= 3 then used.last_end end)`

const statements = [
  `alter table insertion_orders add column number text, add column po_number text, add column start_date date, add column end_date date, add column notes text not null default '', add column internal_notes text not null default '', add column author_id int references users, add column version_id int not null default 1, add column proposed_version_id int, add column edited_at timestamptz not null default now(), add column edited_by int references users, add column closed_at timestamptz, add column closed_by int references users, add column close_reason text not null default '', add column continues_on_funds boolean not null default false`,
  `update insertion_orders o set number = 'IO-' || o.insertion_order_id, start_date = o.created_at::date, end_date = ${endOfEarlier} from (select i.insertion_order_id, (select max(s.day) from spend_days s join campaigns c using (member_group_id, campaign_id) where c.member_group_id = i.member_group_id and c.insertion_order_id = i.insertion_order_id) as last_spend, (select max(c.end_date) from campaigns c where c.member_group_id = i.member_group_id and c.insertion_order_id = i.insertion_order_id and c.deleted_at is null) as last_end from insertion_orders i) used where used.insertion_order_id = o.insertion_order_id`,
  `alter table insertion_orders alter column number set not null, alter column start_date set not null, alter column end_date set not null, add check (end_date >= start_date), add unique (member_group_id, number)`,
  `create index insertion_orders_to_end on insertion_orders (end_date) where status_id = 3`,
  `alter table campaigns add column insertion_order_line_id int, add column insertion_order_linked_at timestamptz`,
  // Orders from before have one line over their total, so that their terms can change.
  `update campaigns set insertion_order_linked_at = created_at, insertion_order_line_id = 1 where insertion_order_id is not null`,
  `create table insertion_order_versions (${order}, version_id int not null, ${terms}, legal_text text not null, locale text not null, hash text not null, author_id int references users, needs_two_approvals boolean, created_at timestamptz not null, submitted_at timestamptz, approved_at timestamptz, replaced_at timestamptz, primary key (member_group_id, insertion_order_id, version_id), ${ofOrder})`,
  `create table insertion_order_lines (${order}, version_id int not null, line_id int not null, name text not null, channel text, type text not null check (type in ('cpc', 'cpm', 'fixed')), rate bigint check (rate > 0), quantity bigint check (quantity > 0), amount bigint not null check (amount >= 0), start_date date not null, end_date date not null check (end_date >= start_date), is_hard_cap boolean not null, primary key (member_group_id, insertion_order_id, version_id, line_id), foreign key (member_group_id, insertion_order_id, version_id) references insertion_order_versions on delete cascade)`,
  `create table insertion_order_approvals (${order}, version_id int not null, side text not null check (side in ('client', 'advertiser')), user_id int not null references users, name text, at timestamptz not null, hash text not null, primary key (member_group_id, insertion_order_id, version_id, side), unique (member_group_id, insertion_order_id, version_id, user_id), foreign key (member_group_id, insertion_order_id, version_id) references insertion_order_versions on delete cascade)`,
  `create table insertion_order_configs (member_group_id int primary key references member_groups, is_insertion_order_enabled boolean not null default true, is_purchase_order_enabled boolean not null default true, is_purchase_order_required boolean not null default false, purchase_order_pattern text, needs_two_approvals boolean not null default true, may_author_approve boolean not null default true, must_lines_cover_total boolean not null default false, number_prefix text not null default 'IO', last_number int not null default 0, at_end text not null default 'stop' check (at_end in ('stop', 'funds')), legal_text text not null default '', legal_texts jsonb not null default '{}', text_version int not null default 1, version int not null default 1)`,
  `create table insertion_order_spend (${order}, line_id int not null, campaign_id int not null, day date not null, micros bigint not null check (micros > 0), primary key (member_group_id, insertion_order_id, line_id, campaign_id, day), ${ofOrder})`,
  `create index insertion_order_spend_by_day on insertion_order_spend (member_group_id, insertion_order_id, day)`,
  `create table insertion_order_line_spend (${order}, line_id int not null, micros bigint not null, primary key (member_group_id, insertion_order_id, line_id), ${ofOrder})`,
  `create function insertion_order_spend_sums() returns trigger language plpgsql as $$ ${spendSums} $$`,
  `create trigger insertion_order_spend_sums after insert or update or delete on insertion_order_spend for each row execute function insertion_order_spend_sums()`,
  // Credits and corrections that name an order.
  `create index balance_events_of_orders on balance_events (member_group_id, reference text_pattern_ops) where reference like 'insertion-order %'`,
  `insert into insertion_order_configs (member_group_id, last_number) select member_group_id, max(insertion_order_id) from insertion_orders group by 1`,
  // Spend from before counts for the order that the campaign has.
  `insert into insertion_order_spend (member_group_id, insertion_order_id, line_id, campaign_id, day, micros) select s.member_group_id, c.insertion_order_id, 1, s.campaign_id, s.day, sum(s.micros) from spend_days s join campaigns c using (member_group_id, campaign_id) where c.insertion_order_id is not null group by 1, 2, 3, 4, 5`,
  // Orders that waited for approval are drafts again, because they have no legal text that could be approved.
  `update insertion_orders set status_id = 1 where status_id = 2`,
  `insert into insertion_order_versions (member_group_id, insertion_order_id, version_id, name, start_date, end_date, total, legal_text, locale, hash, created_at, submitted_at, approved_at) select member_group_id, insertion_order_id, 1, name, start_date, end_date, total, '', 'en-US', '', created_at, case when status_id > 1 then created_at end, case when status_id >= 3 then created_at end from insertion_orders`,
  `insert into insertion_order_lines (member_group_id, insertion_order_id, version_id, line_id, name, type, amount, start_date, end_date, is_hard_cap) select member_group_id, insertion_order_id, 1, 1, name, 'fixed', total, start_date, end_date, false from insertion_orders`,
]

/** Insertion orders get days, versions with lines and approvals, settings, and their own record of what they were charged. */
export const insertionOrders: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await learnPermissions(db)
    // A new database knows all permissions before role 8 loses its reads in an earlier migration.
    await sql`
      insert into role_permissions (role_id, activity_id, permission_id)
      select 8, allowed.activity_id, allowed.permission_id
      from activity_permissions allowed join activities a using (activity_id) join permissions p using (permission_id)
      where a.name = 'insertion_orders' and p.name = 'read'
      on conflict do nothing`.execute(db)
  },
}

import { createHash } from 'node:crypto'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { OrderLine, OrderTerms, OrderVersion } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { defaultLocale } from '../../../src/contract/locales.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { userName } from '../changes/read.ts'
import type { Writer } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { legalTextIn, orderConfig } from './config.ts'
import { linesOf, type OrderKey, type OrderRecord, toLine } from './read.ts'

/** JSON with sorted keys and without whitespace, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

/** What both sides approve. */
type Approved = Pick<OrderVersion, 'terms' | 'legal_text' | 'locale'>

export const hashOf = ({ terms, legal_text, locale }: Approved) =>
  createHash('sha256').update(canonicalJson({ terms, legal_text, locale })).digest('hex')

/** Terms as they are stored, with their total. */
export type FullTerms = OrderTerms & { readonly total: string }
export type FullVersion = OrderVersion & { readonly terms: FullTerms }

/** A version for a caller who sees only some of its lines. */
export const partOf = ({ terms: { billing: _, ...terms }, ...version }: OrderVersion, lines: readonly OrderLine[]): OrderVersion => ({
  ...version,
  terms: { ...terms, total: null, lines: [...lines] },
  hash: '',
  approvals: [],
})

/** A version for a caller who does not see from where it was approved. */
export const withoutAddresses = <V extends OrderVersion>(version: V): V => ({
  ...version,
  approvals: version.approvals.map((approval) => ({ ...approval, address: null })),
})

/** All versions of an order, the first one first. */
export async function versionsOf(context: Pick<Context, 'database'>, order: OrderRecord): Promise<FullVersion[]> {
  const { member_group_id, insertion_order_id, number, advertiser_id, currency_code } = order
  const rows = await context.database.kysely
    .selectFrom('insertion_order_versions as v')
    .selectAll('v')
    .select(({ selectFrom }) => [
      jsonObjectFrom(
        selectFrom('users as u')
          .select(['u.user_id', userName.as('name')])
          .whereRef('u.user_id', '=', 'v.author_id'),
      ).as('author'),
      jsonArrayFrom(
        selectFrom('insertion_order_approvals as p')
          .innerJoin('users as u', 'u.user_id', 'p.user_id')
          .select(['p.side', 'p.user_id', userName.as('user'), 'p.name', 'p.at', 'p.address'])
          .whereRef('p.member_group_id', '=', 'v.member_group_id')
          .whereRef('p.insertion_order_id', '=', 'v.insertion_order_id')
          .whereRef('p.version_id', '=', 'v.version_id')
          .orderBy('p.at'),
      ).as('approvals'),
    ])
    .where('v.member_group_id', '=', member_group_id)
    .where('v.insertion_order_id', '=', insertion_order_id)
    .orderBy('v.version_id')
    .execute()
  const lines = await linesOf(context, order)
  const moment = (at: Date | null) => at?.toISOString() ?? null
  return rows.map(({ version_id, name, po_number, start_date, end_date, total, notes, billing, legal_text, locale, ...version }) => {
    const terms = {
      name,
      number,
      advertiser_id,
      currency_code,
      start_date,
      end_date,
      total: decimalOf(BigInt(total)),
      po_number,
      notes,
      ...(billing && { billing }),
      lines: lines.filter((line) => line.version_id === version_id).map(toLine),
    }
    return {
      version_id,
      terms,
      legal_text,
      locale,
      // Orders from before versions have none.
      hash: version.hash || hashOf({ terms, legal_text, locale }),
      author: version.author && { user_id: version.author.user_id, name: version.author.name ?? '' },
      created_at: version.created_at.toISOString(),
      submitted_at: moment(version.submitted_at),
      approved_at: moment(version.approved_at),
      replaced_at: moment(version.replaced_at),
      approvals: version.approvals.map(({ user, at, ...approval }) => ({ ...approval, user: user ?? '', at: new Date(at).toISOString() })),
    }
  })
}

/** The columns of a version and of its order that are terms. */
export const termColumns = ({ name, po_number, start_date, end_date, total, notes }: FullTerms) => ({
  name,
  po_number,
  start_date,
  end_date,
  total: microsOf(total),
  notes,
})

const ofVersion = ({ member_group_id, insertion_order_id }: OrderKey, version_id: number) => ({
  member_group_id,
  insertion_order_id,
  version_id,
})

/** Removes a version with its lines and approvals. */
export async function dropVersion({ database }: Pick<Writer, 'database'>, order: OrderKey, versionId: number) {
  const { member_group_id, insertion_order_id, version_id } = ofVersion(order, versionId)
  await database.kysely
    .deleteFrom('insertion_order_versions')
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertion_order_id)
    .where('version_id', '=', version_id)
    .execute()
}

interface NewVersion {
  readonly versionId: number
  readonly terms: FullTerms
  readonly authorId: number | null
  readonly isSubmitted: boolean
  /** The language of the legal text. */
  readonly locale?: string
  /** When a version that is written again was created; by default now. */
  readonly createdAt?: string
}

/** Writes a version without approvals, in place of one with the same number. It gets the client's current legal text and approval setting. */
export async function writeVersion(
  context: Pick<Writer, 'database' | 'scope' | 'now'>,
  order: OrderKey,
  { versionId, isSubmitted, createdAt, ...version }: NewVersion,
) {
  const { kysely } = context.database
  const now = context.now()
  const config = await orderConfig(context)
  const { legal_text, locale } = legalTextIn(config, version.locale ?? defaultLocale)
  // In the order in which lines are read, because the hash depends on it.
  const terms = { ...version.terms, lines: version.terms.lines.toSorted((first, second) => first.line_id - second.line_id) }
  const key = ofVersion(order, versionId)
  await dropVersion(context, order, versionId)
  await kysely
    .insertInto('insertion_order_versions')
    .values({
      ...key,
      ...termColumns(terms),
      legal_text,
      locale,
      billing: terms.billing ? JSON.stringify(terms.billing) : null,
      hash: hashOf({ terms, legal_text, locale }),
      author_id: version.authorId,
      needs_two_approvals: isSubmitted ? config.needs_two_approvals : null,
      created_at: createdAt ?? now,
      submitted_at: isSubmitted ? now : null,
    })
    .execute()
  const lines = terms.lines.map(({ rate, amount, experience, ...line }) => ({
    ...key,
    ...line,
    experience_id: experience?.experience_id ?? null,
    experience_name: experience?.name ?? null,
    rate: rate === null ? null : microsOf(rate),
    amount: microsOf(amount),
  }))
  if (lines.length > 0) await kysely.insertInto('insertion_order_lines').values(lines).execute()
}

import type { Kysely } from 'kysely'
import type { OrderLine, OrderSide } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { defaultLocale } from '../../../src/contract/locales.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { beforeAndAfter, fieldChanges, type Fields, recordChange, type Writer } from '../changes/record.ts'
import { applyEnd } from '../insertion-orders/decide.ts'
import { writeLinks } from '../insertion-orders/link-writes.ts'
import type { OrderKey } from '../insertion-orders/read.ts'
import { historyOf } from '../insertion-orders/terms.ts'
import { type FullTerms, writeVersion } from '../insertion-orders/versions.ts'
import { touchOrders } from '../insertion-orders/writer.ts'
import type { Tables } from '../tables/index.ts'
import { people } from './people.ts'

const hourMs = 3_600_000
export const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hourMs)
export const daysBefore = (moment: Date, days: number) => hoursAfter(moment, -24 * days)

/** When an order was created, submitted and linked: some days before its start, or some days ago if that is earlier. */
export function momentsOf(startDate: string, now: Date, isApproved: boolean) {
  const beforeStart = daysBefore(new Date(`${startDate}T09:00:00Z`), 3)
  const latest = new Date(Math.min(daysBefore(now, 2).getTime(), beforeStart.getTime()))
  const submitted = isApproved ? daysBefore(latest, 2) : latest
  return { created: daysBefore(submitted, 1), submitted, linked: hoursAfter(submitted, 25) }
}

interface OrderPeople {
  /** Writes the order and approves it for the client. */
  readonly author: number
  /** Approves for the advertiser. */
  readonly signer: number
}

interface LinkedCampaign {
  readonly campaign_id: number
  readonly name: string
}

/** Writes what people did to an order, step by step: its versions, approvals and links, and the history of each step. */
export function orderStory(kysely: Kysely<Tables>, order: OrderKey & { readonly name: string }, { author, signer }: OrderPeople) {
  const { member_group_id, insertion_order_id: entityId } = order
  const key = { member_group_id, insertion_order_id: entityId }
  const writerAt = (at: Date, user_id = author): Writer => ({
    database: { kysely },
    scope: { memberGroupId: member_group_id, advertisers: 'all' },
    now: () => at,
    caller: { person: { user_id } },
  })
  const fieldsOf = (terms: FullTerms) => historyOf(terms, { internal_notes: '', locale: defaultLocale })
  async function record(
    writer: Writer,
    kind: 'created' | 'submitted' | 'changed' | 'approved' | 'closed',
    { before, after }: { readonly before: Fields; readonly after: Fields },
    comment: string | null = null,
  ) {
    await touchOrders(writer, order, [entityId])
    await recordChange(writer, { entity: 'insertion_order', entityId, kind, before, after, comment })
  }
  const versionRow = (id: number) =>
    kysely
      .updateTable('insertion_order_versions')
      .where('member_group_id', '=', member_group_id)
      .where('insertion_order_id', '=', entityId)
      .where('version_id', '=', id)

  /** Approves a version for one side. The last approval puts it in force. */
  async function approve(version_id: number, side: OrderSide, at: Date, isLast: boolean) {
    const user_id = side === 'client' ? author : signer
    const { hash } = await versionRow(version_id)
      .set({ approved_at: isLast ? at : null })
      .returning('hash')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('insertion_order_approvals')
      .values({ ...key, version_id, side, user_id, name: people[user_id - 1]?.name ?? null, at, hash })
      .execute()
    if (isLast && version_id > 1)
      await versionRow(version_id - 1)
        .set({ replaced_at: at })
        .execute()
    const approval = { side, approved_version_id: version_id }
    const isFirst = version_id === 1
    const before = { status: isFirst ? 'pending' : 'approved', version_id: isFirst ? 1 : version_id - 1 }
    const inForce = { before, after: { ...approval, status: 'approved', version_id } }
    await record(writerAt(at, user_id), 'approved', isLast ? inForce : { before: {}, after: approval })
  }

  /** The client approves first; the advertiser's approval comes a day after the submission. */
  async function approveBoth(versionId: number, submitted: Date, isApproved: boolean) {
    await approve(versionId, 'client', hoursAfter(submitted, 2), false)
    if (isApproved) await approve(versionId, 'advertiser', hoursAfter(submitted, 24), true)
  }

  return {
    async create(terms: FullTerms, at: Date) {
      await writeVersion(writerAt(at), order, { versionId: 1, terms, authorId: author, isSubmitted: false })
      const { locale: _, ...fields } = fieldsOf(terms)
      await record(writerAt(at), 'created', beforeAndAfter(fieldChanges({}, fields)))
    },
    async submit(terms: FullTerms, { created, submitted }: ReturnType<typeof momentsOf>, isApproved: boolean) {
      const version = { versionId: 1, terms, authorId: author, isSubmitted: true, createdAt: created.toISOString() }
      await writeVersion(writerAt(submitted), order, version)
      await record(writerAt(submitted), 'submitted', { before: { status: 'open' }, after: { status: 'pending' } })
      await approveBoth(1, submitted, isApproved)
    },
    async propose(
      versionId: number,
      { before, after }: { readonly before: FullTerms; readonly after: FullTerms },
      { at, isApproved }: { readonly at: Date; readonly isApproved: boolean },
    ) {
      await writeVersion(writerAt(at), order, { versionId, terms: after, authorId: author, isSubmitted: true })
      const proposal = { field: 'proposed_version_id', before: null, after: versionId }
      await record(writerAt(at), 'changed', beforeAndAfter([...fieldChanges(fieldsOf(before), fieldsOf(after)), proposal]))
      await approveBoth(versionId, at, isApproved)
    },
    /** Links a campaign to the first line, or unlinks one that was linked. */
    async link({ campaign_id, name }: LinkedCampaign, linkedAt: Date | null, lines: readonly OrderLine[], at: Date) {
      const [none, own] = [
        { insertion_order_id: null, line_id: null },
        { insertion_order_id: entityId, line_id: 1 },
      ] as const
      const [from, to] = linkedAt ? [own, none] : [none, own]
      const campaign = { campaign_id, name, ...from, linked_at: linkedAt, current_order: linkedAt && order.name }
      await writeLinks(writerAt(at), order, lines, [{ campaign, ...to }])
    },
    async close(at: Date, reason: string) {
      await kysely
        .updateTable('insertion_orders')
        .set({ status_id: orderStatusIds.closed, closed_at: at, closed_by: author, close_reason: reason })
        .where('member_group_id', '=', member_group_id)
        .where('insertion_order_id', '=', entityId)
        .execute()
      await record(writerAt(at), 'closed', { before: { status: 'approved' }, after: { status: 'closed' } }, reason)
    },
    end(at: Date) {
      const { caller: _, ...platform } = writerAt(at)
      return applyEnd(platform, { ...key, status: 'approved', cause: 'days', continuesOnFunds: false })
    },
  }
}

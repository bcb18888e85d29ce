import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { type CurrencyFormat, missingValue, money } from '../../ui/format/format.ts'
import { channelLabel } from '../../parts/campaigns/labels.ts'
import { dayText } from '../../ui/format/moment.ts'
import { statusLabel, statusLabels } from '../../ui/badge/status-labels.ts'
import type { LineType, OrderLine, OrderRefusal, OrderRow, OrderStatus } from '../../contract/insertion-orders/insertion-orders.ts'
import type { OrderReason } from '../../contract/insertion-orders/insertion-orders.rules.ts'
import { asProblem, problemText } from '../../kit/problem.ts'
import { useDisabledReason } from '../../parts/scope/viewer.tsx'
import { todayIn } from '../../parts/time/today.ts'

const { open, pending, approved, ended, closed } = statusLabels
export const orderStatusWords: Readonly<Record<OrderStatus, MessageDescriptor>> = { open, pending, approved, ended, closed }

export const lineTypeWords: Readonly<Record<LineType, MessageDescriptor>> = {
  cpc: msg`CPC`,
  cpm: msg`CPM`,
  fixed: msg`Fixed price`,
}

/** A number in the unit of its price. */
const quantities: Readonly<Record<LineType, (quantity: number) => MessageDescriptor>> = {
  cpc: (quantity) => msg`${plural(quantity, { one: '# click', other: '# clicks' })}`,
  cpm: (quantity) => msg`${plural(quantity, { one: '# impression', other: '# impressions' })}`,
  fixed: (quantity) => msg`${plural(quantity, { one: '# day', other: '# days' })}`,
}

export const quantityText = (quantity: number | null, { type }: Pick<OrderLine, 'type'>, i18n: I18n) =>
  quantity === null ? missingValue : i18n._(quantities[type](quantity))

/** The channel or the experience of a line; empty without one. */
export function placeText({ channel, experience }: Pick<OrderLine, 'channel' | 'experience'>, i18n: I18n): string {
  if (experience) return experience.name
  return channel ? channelLabel(channel, i18n) : ''
}

type WaitText = Readonly<Record<OrderRow['waits_for'] | 'you', (order: OrderRow, i18n: I18n) => string>>

const waits: WaitText = {
  submit: (_, i18n) => i18n._(msg`Draft, not submitted`),
  client_approval: (_, i18n) => i18n._(msg`Waiting for the client`),
  advertiser_approval: ({ advertiser_name: name }, i18n) =>
    name ? i18n._(msg`Waiting for ${{ name }}`) : i18n._(msg`Waiting for the advertiser`),
  any_approval: (_, i18n) => i18n._(msg`Waiting for approval`),
  you: (_, i18n) => i18n._(msg`Waiting for you`),
  campaigns: (_, i18n) => i18n._(msg`No campaign is linked`),
  start: ({ start_date }, i18n) => i18n._(msg`Starts ${{ day: dayText(start_date, i18n.locale, 'full') }}`),
  nothing: () => missingValue,
}

/** The texts of a column, whose header is "Waits for". */
const awaited: WaitText = {
  submit: (_, i18n) => i18n._(msg`Submission`),
  client_approval: (_, i18n) => i18n._(msg`The client’s approval`),
  advertiser_approval: ({ advertiser_name: name }, i18n) =>
    name ? i18n._(msg`Approval of ${{ name }}`) : i18n._(msg`The advertiser’s approval`),
  any_approval: (_, i18n) => i18n._(msg`An approval`),
  you: (_, i18n) => i18n._(msg`Your approval`),
  campaigns: (_, i18n) => i18n._(msg`A linked campaign`),
  start: ({ start_date }, i18n) => i18n._(msg`Its start on ${{ day: dayText(start_date, i18n.locale, 'full') }}`),
  nothing: () => missingValue,
}

function waitIn(texts: WaitText, order: OrderRow, i18n: I18n): string {
  const isApproval = order.waits_for.endsWith('_approval')
  return texts[order.needs_me && isApproval ? 'you' : order.waits_for](order, i18n)
}

/** The next step of an order, such as "Waiting for Fernhill". */
export const waitText = (i18n: I18n, order: OrderRow) => waitIn(waits, order, i18n)

/** What an order waits for and since when, such as "Your approval · since Dec 3". The day is in the time zone. */
export function awaitedText(i18n: I18n, order: OrderRow, zone: string): string {
  const what = waitIn(awaited, order, i18n)
  if (order.waiting_since === null) return what
  const since = dayText(todayIn(new Date(order.waiting_since), zone), i18n.locale, 'short')
  return i18n._(msg`${{ what }} · since ${{ since }}`)
}

type Sentence = (values: OrderReason['values'], order: CurrencyFormat, i18n: I18n) => string

const amount = (value: string | undefined, order: CurrencyFormat, { locale }: I18n) => money(value ?? null, order, locale)
const day = (value: string | undefined, { locale }: I18n) => (value ? dayText(value, locale, 'full') : missingValue)

const ordersOff = msg`Insertion orders are turned off. Ask an administrator of the client to turn them on.`

const sentences: Readonly<Record<OrderReason['code'], Sentence>> = {
  wrong_status: ({ status = '' }, _, i18n) =>
    status === 'ended' || status === 'closed'
      ? i18n._(msg`Not possible in the status ${{ status: statusLabel(status, i18n) }}. Copy the order to start a new one.`)
      : i18n._(msg`Not possible in the status ${{ status: statusLabel(status, i18n) }}.`),
  nothing_to_approve: (_, __, i18n) => i18n._(msg`No new version is waiting for approval. Edit the order to propose one.`),
  no_lines: (_, __, i18n) => i18n._(msg`Add at least one line.`),
  lines_exceed_total: ({ by }, order, i18n) =>
    i18n._(msg`The lines exceed the total by ${{ amount: amount(by, order, i18n) }}. Reduce a line or increase the total.`),
  lines_below_total: ({ by }, order, i18n) =>
    i18n._(msg`Allocate the remaining ${{ amount: amount(by, order, i18n) }} to lines. The lines must add up to the total.`),
  total_below_spent: ({ least }, order, i18n) =>
    i18n._(msg`Enter a total of at least ${{ amount: amount(least, order, i18n) }}, which is already spent or committed.`),
  days_backwards: (_, __, i18n) => i18n._(msg`Choose an end date on or after the start date.`),
  line_outside_order: (_, __, i18n) => i18n._(msg`Choose a date within the dates of the order.`),
  line_without_amount: (_, __, i18n) => i18n._(msg`Enter an amount, or a rate and a quantity.`),
  terms_changed: (_, __, i18n) => i18n._(msg`The terms changed after you opened them. Review the latest version, then try again.`),
  amount_mismatch: ({ expected }, order, i18n) =>
    i18n._(msg`Rate × quantity is ${{ amount: amount(expected, order, i18n) }}. Enter this amount, or correct the rate or the quantity.`),
  line_in_use: (_, __, i18n) => i18n._(msg`Campaigns are linked to this line. Move them to another line before you remove it.`),
  po_missing: (_, __, i18n) => i18n._(msg`Enter a purchase order number.`),
  po_mismatch: ({ pattern = '' }, _, i18n) => i18n._(msg`Enter a purchase order number like ${{ pattern }}.`),
  author_may_not_approve: (_, __, i18n) => i18n._(msg`You wrote this version. Ask another person to approve it.`),
  approved_already: (_, __, i18n) => i18n._(msg`You have approved this version. Another person must give the other approval.`),
  side_approved_already: ({ side }, _, i18n) =>
    side === 'advertiser'
      ? i18n._(msg`The advertiser has approved this version. The client’s approval is missing.`)
      : i18n._(msg`The client has approved this version. The advertiser’s approval is missing.`),
  not_your_side: (_, __, i18n) => i18n._(msg`Only users of this order’s client or advertiser can approve it. Ask one of them.`),
  over: (_, __, i18n) => i18n._(msg`The end date has passed. Choose a later end date.`),
  other_advertiser: (_, __, i18n) => i18n._(msg`The campaign belongs to another advertiser. Choose a campaign of the order’s advertiser.`),
  other_currency: ({ currency = '' }, _, i18n) => i18n._(msg`The campaign uses another currency. Choose a campaign in ${{ currency }}.`),
  outside_days: ({ start_date, end_date }, _, i18n) =>
    i18n._(msg`Change the campaign’s dates so that it runs from ${{ start: day(start_date, i18n) }} to ${{ end: day(end_date, i18n) }}.`),
  campaign_over: ({ status = '' }, _, i18n) =>
    i18n._(msg`The campaign’s status is ${{ status: statusLabel(status, i18n) }}. Choose a campaign that can still run.`),
  no_remaining: (_, __, i18n) => i18n._(msg`The order is used up. Increase its total first.`),
  moved_meanwhile: ({ order: name = '' }, _, i18n) =>
    i18n._(msg`The campaign has moved to ${{ order: name }} in the meantime. Try again to move it from there.`),
  many_accounts: (_, __, i18n) =>
    i18n._(msg`All advertisers can spend from the order, so it has no account for the amount. Use an order of one advertiser.`),
  above_charged: ({ charged }, order, i18n) => i18n._(msg`Enter at most ${{ amount: amount(charged, order, i18n) }}, which is charged.`),
  funding_inactive: (_, __, i18n) => i18n._(msg`The client does not use this funding type. Choose another one.`),
  no_spend_limit: (_, __, i18n) => i18n._(msg`The advertiser has no spend limit. Choose another funding type, or set a limit first.`),
  has_spend_limit: (_, __, i18n) => i18n._(msg`The advertiser has a spend limit and pays by invoice. Choose the credit line.`),
  sign_in_again: ({ minutes = '' }, __, i18n) =>
    i18n._(msg`Orders of this amount are approved within ${{ minutes }} minutes of a sign-in. Sign in again.`),
  too_many_attachments: ({ most = '' }, __, i18n) => i18n._(msg`An order has at most ${{ most }} documents. Remove one first.`),
  attachment_approved: (_, __, i18n) => i18n._(msg`A version was approved after the document was added, so it stays.`),
  no_permission: (_, __, i18n) => i18n._(msg`You don’t have permission. Ask an administrator of your account.`),
  orders_disabled: (_, __, i18n) => i18n._(ordersOff),
}

/** Whether a code has a sentence here. */
export const isReasonCode = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code)

/** Why something is refused and what to do. A code that a newer server added has a general sentence. */
const reasonText = ({ code, values }: OrderRefusal, order: CurrencyFormat, i18n: I18n): string =>
  isReasonCode(code)
    ? sentences[code](values, order, i18n)
    : i18n._(msg`Not possible at the moment. Reload the page to see the latest state of the order.`)

/** That the client has turned orders off. A user who may change the settings is sent there. */
export function useOrdersOffText(): string {
  const { i18n } = useLingui()
  const mayNotConfigure = useDisabledReason()({ permissions: ['insertion_orders.configure'] })
  return i18n._(mayNotConfigure === undefined ? msg`Insertion orders are turned off. Turn them on in the settings.` : ordersOff)
}

/** Why something is refused, in the user's language. Amounts are in the currency of the order. */
export function useReasonText() {
  const { i18n } = useLingui()
  const offText = useOrdersOffText()
  return (reason: OrderRefusal, order: CurrencyFormat): string =>
    reason.code === 'orders_disabled' ? offText : reasonText(reason, order, i18n)
}

/** The reason of a refused request, which the platform sends as the code of a field. */
export function useOrderProblemText() {
  const { i18n } = useLingui()
  const reasonOf = useReasonText()
  return (error: unknown, order: CurrencyFormat): string => {
    const problem = asProblem(error)
    const { code, values = {} } = problem.fields.find((field) => field.code !== undefined) ?? {}
    return code === undefined ? problemText(problem, i18n) : reasonOf({ code, values }, order)
  }
}

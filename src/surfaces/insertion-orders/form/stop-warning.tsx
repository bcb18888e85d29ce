import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type InsertionOrder, insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { amountOf, microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { pathOf } from '../order-path.ts'
import { type Stop, stopsOf } from './stops.ts'
import type { OrderValues } from './values.ts'

/** Names of campaigns that a sentence lists; more are counted. */
const maxNames = 5

interface StopWarningProps {
  readonly order: InsertionOrder
  readonly values: OrderValues
  readonly today: string
}

/** The campaigns of each change that stops some, and what its line has spent. Both are undefined until they are loaded. */
function useAffected(order: InsertionOrder, stops: readonly Stop[]) {
  const at = { path: pathOf(order) }
  const campaigns = useRead(insertionOrders.campaigns, stops.length > 0 ? at : null).data?.campaigns
  const isCapped = stops.some(({ code }) => code === 'cap')
  const lines = useRead(insertionOrders.reconciliation, order.money !== null && isCapped ? at : null).data?.lines
  return {
    namesOf: ({ line }: Stop) =>
      campaigns
        ?.filter(({ is_linked, status, line_id }) => is_linked && status === 'active' && (line === undefined || line_id === line.line_id))
        .map(({ name }) => name),
    spentOf: ({ line }: Stop) => lines?.find(({ line_id }) => line_id === line?.line_id)?.charged,
  }
}

/** Warns that campaigns stop when the proposed version comes into force, before it is saved. */
export function StopWarning({ order, values, today }: StopWarningProps) {
  const { t, i18n } = useLingui()
  const stops = stopsOf(order, values, today)
  const { namesOf, spentOf } = useAffected(order, stops)
  const version = order.proposed_version_id ?? order.version_id + 1
  const amountText = (micros: bigint) => money(amountOf(micros, order.currency_digits), order, i18n.locale)
  const sentenceOf = (stop: Stop) => {
    const name = stop.line?.name
    if (stop.code === 'cap') {
      const [amount, spent] = [amountText(stop.amount), spentOf(stop)]
      if (spent === undefined) return t`The hard cap of line ${name} becomes ${amount}.`
      const spentText = amountText(microsOf(spent))
      return t`The hard cap of line ${name} becomes ${amount}, but ${spentText} is spent.`
    }
    const [day, before] = [stop.day, stop.before].map((each) => dayText(each, i18n.locale, 'full'))
    if (stop.code === 'ends')
      return name === undefined ? t`The order ends on ${day} instead of ${before}.` : t`Line ${name} ends on ${day} instead of ${before}.`
    return name === undefined ? t`The order starts on ${day} instead of ${before}.` : t`Line ${name} starts on ${day} instead of ${before}.`
  }
  const effectOf = ({ code }: Stop, names: readonly string[] | undefined) => {
    if (names === undefined) {
      if (code === 'ends') return t`Its campaigns stop after that.`
      return code === 'starts' ? t`Its campaigns stop until then.` : t`Its campaigns stop at this amount.`
    }
    const list =
      names.length > maxNames
        ? t`${plural(names.length, { one: '# campaign', other: '# campaigns' })}`
        : new Intl.ListFormat(i18n.locale).format(names)
    if (code === 'ends') return t`After that, these stop: ${list}.`
    return code === 'starts' ? t`Until then, these stop: ${list}.` : t`These stop: ${list}.`
  }
  const texts = stops.flatMap((stop) => {
    const names = namesOf(stop)
    const spent = spentOf(stop)
    const isBelowCap = stop.code === 'cap' && spent !== undefined && microsOf(spent) < stop.amount
    return isBelowCap || names?.length === 0 ? [] : [{ stop, text: `${sentenceOf(stop)} ${effectOf(stop, names)}` }]
  })
  return (
    <div role="status">
      {texts.length > 0 && (
        <Callout kind="warning" heading={t`Campaigns stop when version ${version} is approved`}>
          <ul className="order-plain">
            {texts.map(({ stop, text }) => (
              <li key={`${stop.code} ${stop.line?.line_id}`}>{text}</li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, eachDay } from '../../../contract/dates/date-ranges.ts'
import { type InsertionOrder, insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { compactMoney } from '../../../ui/format/amount.ts'
import { dayTick, dayTitle, money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { useOrder } from '../context.tsx'
import { pathOf } from './order-path.ts'

const plotHeight = 256
/** The projection continues with the average of this many days. */
const averagedDays = 7

interface CumulativeSpend {
  readonly days: readonly string[]
  readonly values: readonly (number | null)[]
  /** Index of the first projected day; -1 without a projection. */
  readonly projectedFrom: number
  /** The projected day on which the total is used up. */
  readonly usedUpOn: string | undefined
}

/**
 * Cumulative spend by day, projected at the recent average to the end or until the total is used up. Amounts are numbers, because a chart
 * needs no exact ones.
 */
function cumulativeSpend(spentByDay: ReadonlyMap<string, number>, today: string, order: InsertionOrder, total: number): CumulativeSpend {
  const days = eachDay(order)
  const spentOn = (day: string) => spentByDay.get(day) ?? 0
  const recent = days.filter((day) => day < today && day >= addDays(today, -averagedDays))
  const spentBefore = days.reduce((sum, day) => (day < today ? sum + spentOn(day) : sum), 0)
  const isProjected = order.status === 'approved' && recent.length > 0 && spentBefore < total
  const average = recent.reduce((sum, day) => sum + spentOn(day), 0) / recent.length
  let sum = 0
  let usedUpOn: string | undefined
  const values = days.map((day) => {
    if (day < today || !isProjected) {
      if (day >= today && !spentByDay.has(day)) return null
      sum += spentOn(day)
      return sum
    }
    if (usedUpOn !== undefined) return null
    sum += Math.max(spentOn(day), average)
    if (sum < total) return sum
    usedUpOn = day
    return total
  })
  return { days, values, projectedFrom: isProjected ? days.findIndex((day) => day >= today) : -1, usedUpOn }
}

/** Cumulative spend against an even spend of the total. */
export default function SpendChart() {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const order = useOrder()
  const today = useToday(order.time_zone)
  const read = useRead(insertionOrders.spend, { path: pathOf(order) })
  const total = Number(order.money?.total ?? 0)
  const text = (value: number | null) => money(value === null ? null : value.toFixed(order.currency_digits), order, locale)
  return (
    <ResourceGate
      read={read}
      height={plotHeight}
      brokenHeading={<Trans>Couldn’t load the chart</Trans>}
      missing={<ErrorState heading={<Trans>Couldn’t load the chart</Trans>} reason={null} onRetry={() => void read.mutate()} />}
    >
      {({ days: spent }) => {
        const spentByDay = new Map(spent.map(({ day, spent: amount }) => [day, Number(amount)]))
        const { days, values, projectedFrom, usedUpOn } = cumulativeSpend(spentByDay, today, order, total)
        const usedUpDay = usedUpOn && dayText(usedUpOn, locale, usedUpOn.slice(0, 4) === today.slice(0, 4) ? 'short' : 'full')
        const points = days.map((day) => ({ key: day, tick: dayTick(day, locale), title: dayTitle(day, locale) }))
        const even = days.map((_, index) => (total * (index + 1)) / days.length)
        const series = {
          id: 'spent',
          label: t`Spent in total`,
          unit: order.currency_code,
          form: 'line' as const,
          values,
          before: even,
          format: text,
          formatTick: (value: number) => compactMoney(String(value), order, locale),
        }
        return (
          <>
            <Chart
              label={t`Spend by date`}
              points={points}
              series={[series]}
              {...(projectedFrom >= 0 && { unsettledFrom: projectedFrom })}
              unsettledLabel={t`projected`}
              beforeLabel={t`Even spend`}
              height={plotHeight}
            />
            {usedUpDay && (
              <p className="quiet">
                <Trans>Used up around {usedUpDay} at the recent pace.</Trans>
              </p>
            )}
          </>
        )
      }}
    </ResourceGate>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { compactMoney } from '../../../ui/format/amount.ts'
import { dayTick, dayTitle, money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { useOrder } from '../context.tsx'
import { pathOf } from '../order-path.ts'
import { type FirstLimit, projectOrderSpend } from './spend-projection.ts'

const plotHeight = 256
/** Whether the money or the dates of the order end first. */
function FirstLimitText({ limit, day, unspent, isThisYear }: FirstLimit & { readonly isThisYear: boolean }) {
  const { i18n } = useLingui()
  const order = useOrder()
  const when = dayText(day, i18n.locale, isThisYear ? 'short' : 'full')
  const amount = money(unspent.toFixed(order.currency_digits), order, i18n.locale)
  return (
    <p className="quiet">
      {limit === 'total' ? (
        <Trans>Used up around {when} at the recent pace.</Trans>
      ) : (
        <Trans>
          Ends on {when} with about {amount} not spent at the recent pace.
        </Trans>
      )}
    </p>
  )
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
        const { days, values, projectedFrom, first } = projectOrderSpend(spentByDay, today, order, total)
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
            {first && <FirstLimitText {...first} isThisYear={first.day.slice(0, 4) === today.slice(0, 4)} />}
          </>
        )
      }}
    </ResourceGate>
  )
}

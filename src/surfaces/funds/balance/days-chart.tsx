import { Trans, useLingui } from '@lingui/react/macro'
import { balances } from '../../../contract/money/balances.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import { compactMoney } from '../../../ui/format/amount.ts'
import { dayTick, dayTitle, money } from '../../../ui/format/format.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { useAccount } from '../context.tsx'

const plotHeight = 240

/** The balance at the end of each day, with its projection. */
export default function DaysChart() {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const read = useRead(balances.days, { path: useAccount() })
  return (
    <ResourceGate
      read={read}
      height={plotHeight}
      brokenHeading={<Trans>Couldn’t load the chart</Trans>}
      missing={<ErrorState heading={<Trans>Couldn’t load the chart</Trans>} reason={null} onRetry={() => void read.mutate()} />}
    >
      {({ days, projected, ...currency }) => (
        <Chart
          label={t`Balance by date`}
          points={[...days, ...projected].map(({ day }) => ({ key: day, tick: dayTick(day, locale), title: dayTitle(day, locale) }))}
          series={[
            {
              id: 'balance',
              label: t`Balance`,
              unit: currency.currency_code,
              form: 'line',
              values: [...days, ...projected].map(({ balance }) => Number(balance)),
              format: (value) => money(value === null ? null : value.toFixed(currency.currency_digits), currency, locale),
              formatTick: (value) => compactMoney(String(value), currency, locale),
            },
          ]}
          unsettledFrom={days.length}
          unsettledLabel={t`projected`}
          height={plotHeight}
          noLegend
        />
      )}
    </ResourceGate>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { feeds } from '../../../../contract/clients/feeds.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { ResourceError } from '../../../../parts/resource/resource.tsx'
import { Chart } from '../../../../ui/chart/chart.tsx'
import { Callout } from '../../../../ui/feedback/callout.tsx'
import { dayTick, dayTitle, numberFormat } from '../../../../ui/format/format.ts'
import { LoadingSkeleton, NoPermission } from '../../../../ui/states.tsx'

/** The rows of each day and those that were refused; days without an import are a gap in the line, and named above it. */
export function FeedTrend({ memberGroupId }: { readonly memberGroupId: number }) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const { data, error, mutate } = useRead(feeds.trend, { path: { memberGroupId }, query: {} })
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to feeds.</Trans>} />
  if (error)
    return (
      <ResourceError
        problem={error}
        onRetry={() => void mutate()}
        brokenHeading={<Trans>Couldn’t load the trend</Trans>}
        refused={refused}
        missing={refused}
      />
    )
  if (!data) return <LoadingSkeleton height={240} />
  const { days } = data
  const first = days.findIndex(({ runs }) => runs > 0)
  if (first < 0) return null
  const shown = days.slice(first)
  // Today’s import may still come.
  const missing = shown.slice(0, -1).filter(({ runs }) => runs === 0)
  const names = new Intl.ListFormat(locale).format(missing.map(({ day }) => dayTitle(day, locale)))
  const format = (value: number | null) => (value === null ? t`No import` : numberFormat(locale, {}).format(value))
  const series = { format, formatTick: format, unit: '' }
  return (
    <>
      {missing.length > 0 && (
        <Callout kind="warning" heading={t`${plural(missing.length, { one: 'No import on # day', other: 'No import on # days' })}`}>
          {names}
        </Callout>
      )}
      <Chart
        label={t`Rows and refused rows by day`}
        points={shown.map(({ day }) => ({ key: day, tick: dayTick(day, locale), title: dayTitle(day, locale) }))}
        series={[
          { ...series, id: 'refused', label: t`Refused rows`, form: 'bars', values: shown.map((one) => one.refused) },
          { ...series, id: 'rows', label: t`Rows`, form: 'line', values: shown.map((one) => one.rows) },
        ]}
        unsettledLabel={t`not final`}
        height={240}
      />
    </>
  )
}

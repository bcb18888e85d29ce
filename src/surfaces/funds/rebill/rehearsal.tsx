import { Trans, useLingui } from '@lingui/react/macro'
import { autoRebills, type RehearsalQuery } from '../../../contract/auto-rebills/auto-rebills.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { count, money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { Money } from '../../../ui/format/money.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'

interface RehearsalProps {
  readonly path: { readonly memberGroupId: number; readonly advertiserId: number }
  readonly query: RehearsalQuery
  readonly onClose: () => void
}

/** What the terms would have charged on each of the last 30 days, or what a declined card would have done. */
export function Rehearsal({ path, query, onClose }: RehearsalProps) {
  const { t, i18n } = useLingui()
  const { data, error, mutate } = useRead(autoRebills.rehearse, { path, body: query })
  if (error && !data)
    return <ResourceError problem={error} brokenHeading={<Trans>Couldn’t rehearse the auto-rebill</Trans>} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={240} />
  const charges = data.days.filter(({ attempts }) => attempts > 0).length
  const total = money(data.total, data, i18n.locale)
  const columns = [
    { id: 'day', label: t`Day`, isNumber: false },
    { id: 'spent', label: t`Spent`, isNumber: true },
    { id: 'charged', label: t`Charged`, isNumber: true },
    { id: 'available', label: t`Available at the end of the day`, isNumber: true },
    { id: 'attempts', label: t`Attempts`, isNumber: true },
  ]
  const rows = data.days.map(({ day, spent, charged, available, attempts }) => ({
    id: day,
    cells: [
      dayText(day, i18n.locale, 'short'),
      <Money key="spent" amount={spent} currency={data} />,
      <Money key="charged" amount={charged} currency={data} />,
      <Money key="available" amount={available} currency={data} />,
      count(attempts, i18n.locale),
    ],
  }))
  const heading = query.is_declined ? t`Rehearsal with a declined card` : t`Rehearsal of the last 30 days`
  return (
    <section className="detail-part">
      <div className="row">
        <h3>{heading}</h3>
        <Button kind="plain" onPress={onClose}>
          <Trans>Close rehearsal</Trans>
        </Button>
      </div>
      {data.is_switched_off ? (
        <Callout kind="warning" isAnnounced heading={<Trans>The auto-rebill would be off</Trans>}>
          <Trans>
            After the first declined charge it tries again 1 hour and 7 hours later. Then it is switched off, and users get an email.
          </Trans>
        </Callout>
      ) : (
        <Callout kind="info" isAnnounced heading={<Trans>Charged in total: {total}</Trans>}>
          <Trans>Days with a charge: {charges}. Funds that were added in these days are left out. Nothing was charged now.</Trans>
        </Callout>
      )}
      <Table caption={heading} columns={columns} rows={rows} />
    </section>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { compares, defaultDateRanges } from '../../../contract/dates/date-ranges.ts'
import { insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { overStatuses } from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { pacingLabels, periodLabels, labelIn } from '../../../parts/campaigns/labels.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { type DateDefaults, useDateQuery } from '../../../parts/resource/date-query.ts'
import { todayIn } from '../../../parts/time/today.ts'
import { Button } from '../../../ui/button.tsx'
import { DateRangePicker } from '../../../ui/date/range-picker.tsx'
import type { DateChoice } from '../../../ui/date/draft.ts'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { DateRangeText, DateText } from '../../../ui/format/date-text.tsx'
import { dayText } from '../../../ui/format/moment.ts'
import { Money } from '../../../ui/format/money.tsx'
import { NumberText } from '../../../ui/format/number-text.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { useCampaignLinks } from '../host-links.ts'
import { useCampaign } from './gate.tsx'
import { type MetricsScope, Kpis, useTotals } from '../detail/kpis.tsx'
import { Goal } from './goal.tsx'
import { RunOutNotice } from '../detail/run-out.tsx'
import { Trend } from '../detail/trend.tsx'

const OrderDialog = lazyIdle(() => import('./order-dialog.tsx'))

const limits = { isFutureDisallowed: true }
const defaults: DateDefaults['usual'] = { range: defaultDateRanges.list, compare: 'previous_period' }
const standardMetrics = ['cost', 'impressions', 'clicks', 'click_through_rate', 'cost_per_click', 'revenue', 'return_on_ad_spend']
/** A goal-led campaign shows the metrics of its goal first. */
const goalMetrics = ['return_on_ad_spend', 'revenue', 'cost', 'transactions', 'average_basket_size', 'average_conversion_rate', 'clicks']

/** The date range of the figures, stored in the URL, in the advertiser's days. */
export function useDates(today: string) {
  return useDateQuery({ today, usual: defaults })
}

/** Today alone has no comparison: a part of a day would be compared with a whole one. */
export const comparableDates = (dates: DateChoice, today: string): DateChoice =>
  dates.days.start_date === today ? { ...dates, compare: 'none', compared: undefined } : dates

export function Dates({ today, dates }: { readonly today: string; readonly dates: ReturnType<typeof useDates> }) {
  const { t } = useLingui()
  const { locale } = useElementContext()
  return (
    <DateRangePicker
      {...{ value: dates.value, today, limits }}
      label={t`Dates`}
      weekStart={weekStartOf(locale)}
      comparisons={compares}
      onApply={dates.apply}
    />
  )
}

/** Whether the user may give the campaign an insertion order. */
function useMayAssign(): boolean {
  const { isReadonly } = useScope()
  const { campaign } = useCampaign()
  const mayNot = useDisabledReason()({ permissions: ['insertion_orders.link'] })
  const isAsked = !isReadonly && mayNot === undefined && !overStatuses.includes(campaign.status)
  const { data } = useRead(insertionOrders.config, isAsked ? { path: { memberGroupId: campaign.member_group_id } } : null)
  return isAsked && data?.is_insertion_order_enabled === true
}

function SettingsSummary() {
  const { t, i18n } = useLingui()
  const { plural } = useLabel()
  const { campaign, currency, today } = useCampaign()
  const hostLinks = useCampaignLinks()
  const mayAssign = useMayAssign()
  const [isAssigning, setAssigning] = useState(false)
  const { insertion_order_id: orderId, insertion_order_name: orderName } = campaign
  const { budget, budget_period, pacing, start_date, end_date, goal_roas, bidding_type_id, serving } = campaign
  const items = [
    {
      id: 'budget',
      label: t`Budget`,
      value: (
        <>
          <Money amount={budget} currency={currency} /> <span className="quiet">{labelIn(periodLabels, budget_period, i18n)}</span>
        </>
      ),
    },
    { id: 'spent', label: t`Spend this period`, value: <Money amount={serving.spent_period} currency={currency} /> },
    { id: 'pacing', label: t`Pacing`, value: labelIn(pacingLabels, pacing, i18n) },
    {
      id: 'dates',
      label: t`Schedule`,
      value:
        end_date === null ? (
          t`Always on since ${dayText(start_date, i18n.locale, 'full')}`
        ) : (
          <DateRangeText start={start_date} end={end_date} today={today} />
        ),
    },
    { id: 'goal', label: t`ROAS goal`, value: goal_roas === null ? undefined : <NumberText value={Number(goal_roas)} digits={2} /> },
    { id: 'charged', label: t`Charged`, value: bidding_type_id === 1 ? t`Per click` : t`Per 1,000 impressions` },
    ...(orderId === null && !mayAssign
      ? []
      : [
          {
            id: 'insertion_order',
            label: t`Insertion order`,
            value: (
              <span className="row">
                {orderId !== null && <Link target={{ onNavigate: () => hostLinks.insertionOrder(orderId) }}>{orderName}</Link>}
                {mayAssign && (
                  <Button kind="plain" onPress={() => setAssigning(true)}>
                    {orderId === null ? t`Assign insertion order` : t`Change insertion order`}
                  </Button>
                )}
              </span>
            ),
          },
        ]),
    { id: 'ad_groups', label: t`Ad groups`, value: <NumberText value={campaign.ad_groups} /> },
    { id: 'entities', label: plural, value: <NumberText value={campaign.entities} /> },
    { id: 'created', label: t`Created`, value: <DateText day={todayIn(new Date(campaign.created_at), campaign.time_zone)} /> },
  ]
  return (
    <>
      <KeyValues items={items} />
      {isAssigning && (
        <Suspense>
          <OrderDialog onClose={() => setAssigning(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Overview tab: totals with comparison, trend, and the main settings. */
export function Overview({ isGoalLed }: { readonly isGoalLed: boolean }) {
  const { t } = useLingui()
  const { today, at, campaign } = useCampaign()
  const { campaign_id, advertiser_id, currency_code } = campaign
  const hostLinks = useCampaignLinks()
  const dates = useDates(today)
  const counted: MetricsScope = { memberGroupId: at.memberGroupId, campaignId: at.campaignId, currencyCode: currency_code }
  const shownDates = comparableDates(dates.value, today)
  const metricIds = isGoalLed ? goalMetrics : standardMetrics
  const total = useTotals(counted, shownDates, metricIds)
  return (
    <div className="detail-tab">
      <div className="row detail-tools">
        <span className="grow" />
        <Button kind="plain" onPress={() => void hostLinks.report({ campaign_id, advertiser_id, currency_code, ...dates.value.days })}>
          {t`Open in Reporting`}
        </Button>
        <Dates today={today} dates={dates} />
      </div>
      {isGoalLed && <Goal total={total.data} />}
      <Kpis read={total} count={metricIds.length} />
      <RunOutNotice />
      <Trend counted={counted} dates={shownDates} today={today} />
      <section className="detail-part" aria-label={t`Details`}>
        <h3>{t`Details`}</h3>
        <SettingsSummary />
      </section>
    </div>
  )
}

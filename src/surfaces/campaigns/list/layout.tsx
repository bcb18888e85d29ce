import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { JobTray } from '../../../parts/work/jobs.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import type { ListDates } from './dates.ts'
import { useHasAdvertiserChoice } from './provider.tsx'
import { NewCampaign } from './new-campaign.tsx'
import { ListTabs, type ListTab } from './tabs.tsx'

const AdvertiserChoice = lazyIdle(async () => ({ default: (await import('../../../parts/scope/advertiser-choice.tsx')).AdvertiserChoice }))
const DateRangePicker = lazyIdle(async () => ({ default: (await import('../../../ui/date/range-picker.tsx')).DateRangePicker }))

interface ListFrameProps {
  readonly currentTab: ListTab
  /** Shown at the end of the tab row. */
  readonly tabTools?: ReactNode
  readonly dates?: ListDates
  readonly children: ReactNode
}

const limits = { isFutureDisallowed: true }

/** The common layout of all lists: heading, tabs, advertiser selection, date range and content. */
export function ListLayout({ currentTab, tabTools, dates, children }: ListFrameProps) {
  const { t, i18n } = useLingui()
  const hasChoice = useHasAdvertiserChoice()
  return (
    <div className="list">
      <header className="list-head">
        <h2>{t`Campaigns`}</h2>
        <span className="grow" />
        <JobTray />
        <NewCampaign />
      </header>
      <div className="list-tabs">
        <ListTabs here={currentTab} />
        {tabTools}
      </div>
      {(hasChoice || dates) && (
        <div className="list-ground">
          <Suspense>
            {hasChoice && (
              <div className="list-choice">
                <AdvertiserChoice isLabelHidden />
              </div>
            )}
            {dates && (
              <DateRangePicker
                label={t`Dates`}
                value={dates.value}
                onApply={dates.apply}
                today={dates.today}
                weekStart={weekStartOf(i18n.locale)}
                limits={limits}
              />
            )}
          </Suspense>
        </div>
      )}
      {children}
    </div>
  )
}

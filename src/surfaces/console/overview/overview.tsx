import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useMemo, useState } from 'react'
import type { SWRResponse } from 'swr'
import { parseId, type ContextPart } from '../../../contract/addresses/context.rules.ts'
import { compares, defaultDateRanges } from '../../../contract/dates/date-ranges.ts'
import { overviews, type Overview } from '../../../contract/alerts/overviews.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText, type Problem } from '../../../kit/problem.ts'
import { useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { type DateDefaults, useDateQuery } from '../../../parts/resource/date-query.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { DateRangePicker } from '../../../ui/date/range-picker.tsx'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { EmptyState, ErrorState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { usePageAvailability } from '../flags.ts'
import { findMatch } from '../navigation/entries.ts'
import { ScopeNotFound, useMissingScopePart } from '../shell/not-found.tsx'
import { Attention } from './attention.tsx'
import { CampaignStatuses } from './campaign-statuses.tsx'
import { Kpis, useKpis } from './kpis.tsx'
import css from './overview.css'

addStyles(css)

/** Below the metrics, so it is not needed for the first paint. */
const Trend = lazyIdle(() => import('./trend.tsx'))
const trendHeight = 264

const limits = { isFutureDisallowed: true }
const defaults: DateDefaults['usual'] = { range: defaultDateRanges.list, compare: 'previous_period' }

/** Empty state of a client without advertisers. */
function NoAdvertisers({ clientId }: { readonly clientId: number }) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const availabilityOf = usePageAvailability()
  const path = `admin/clients/${clientId}/add-advertisers`
  const page = findMatch(path)
  const isShown = page !== undefined && availabilityOf(page) === 'on'
  const mayNot = useDisabledReason()({ permissions: ['advertisers.create'] })
  return (
    <EmptyState
      heading={<Trans>No advertisers yet</Trans>}
      text={<Trans>Metrics, alerts and campaigns appear here once the client has an advertiser.</Trans>}
    >
      <Button
        kind="primary"
        disabledBecause={mayNot ?? (isShown ? undefined : t`Ask your account administrator to add advertisers.`)}
        onPress={linkTo(path, t`Add advertisers`).onNavigate}
      >
        <Trans>Add advertisers</Trans>
      </Button>
    </EmptyState>
  )
}

interface BodyProps {
  readonly clientId: number
  readonly overview: Overview
}

function Body({ clientId, overview }: BodyProps) {
  const { memberGroup } = useClient()
  // What needs attention is in campaigns, which reporting users cannot open.
  const mayRead = useDisabledReason()({ permissions: ['campaigns.read'] }) === undefined
  if (!mayRead) return null
  return (
    <>
      <CampaignStatuses clientId={clientId} campaigns={overview.campaigns} />
      <Attention clientId={clientId} overview={overview} isClientPending={memberGroup?.status === 'pending'} />
    </>
  )
}

type OverviewRead = SWRResponse<Overview, Problem>

/** Current state of the client: campaigns by status, and what needs attention. */
function Today({ clientId, read: { data, error, mutate } }: { readonly clientId: number; readonly read: OverviewRead }) {
  const { i18n } = useLingui()
  if (error?.kind === 'refused') return <NoPermission text={<Trans>Ask your account administrator for access to advertisers.</Trans>} />
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load items that need attention</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  return data ? <Body clientId={clientId} overview={data} /> : <LoadingSkeleton height={240} />
}

/** Loads metrics and the client's current state in parallel. */
function useOverview(clientId: number) {
  const chosen = useAdvertiserIds()
  const { advertiser } = useClient()
  // An advertiser in the URL overrides the selection.
  const advertiserIds = useMemo(() => (advertiser ? [advertiser.advertiser_id] : chosen), [advertiser, chosen])
  const { today, learn } = useClientToday()
  const dates = useDateQuery({ today, usual: defaults })
  const kpis = useKpis({ clientId, advertiserIds, dates: dates.value })
  const body = { ...(advertiserIds && { advertiser_ids: advertiserIds }) }
  const read = useRead(overviews.one, { path: { memberGroupId: clientId }, body }, { keepPreviousData: true })
  const zones = kpis.data?.time_zones
  useEffect(() => {
    if (zones?.length === 1) learn(zones[0])
  }, [zones, learn])
  return { today, advertiserIds, dates, kpis, read, isEmpty: !advertiserIds && read.data?.advertisers.length === 0 }
}

/** The date in the advertisers' time zone, if they share one. */
function useClientToday() {
  const [zone, setZone] = useState<string>()
  return { today: useToday(zone), learn: setZone }
}

/** The primary action; missing for users who may not create campaigns. */
function NewCampaign({ clientId }: { readonly clientId: number }) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const mayNot = useDisabledReason()({ permissions: ['campaigns.create'] })
  const { advertiser } = useClient()
  if (mayNot) return null
  const place = advertiser ? `clients/${clientId}/advertisers/${advertiser.advertiser_id}` : `clients/${clientId}`
  return (
    <Button kind="primary" onPress={linkTo(`${place}/campaigns/create`, t`Create campaign`).onNavigate}>
      <Trans>New campaign</Trans>
    </Button>
  )
}

function OverviewContent({ clientId }: { readonly clientId: number }) {
  const { t } = useLingui()
  const { locale } = useElementContext()
  const { memberGroup, advertiser } = useClient()
  const { today, advertiserIds, dates, kpis, read, isEmpty } = useOverview(clientId)
  return (
    <div className="overview">
      <header>
        <h1>{advertiser?.name ?? memberGroup?.name ?? t`Client ${clientId}`}</h1>
        {!advertiser && memberGroup?.status && memberGroup.status !== 'active' && <StatusBadge status={memberGroup.status} />}
        <span className="grow" />
        {!isEmpty && (
          <>
            <DateRangePicker
              {...{ value: dates.value, today, weekStart: weekStartOf(locale), comparisons: compares, limits }}
              label={t`Dates`}
              onApply={dates.apply}
            />
            <NewCampaign clientId={clientId} />
          </>
        )}
      </header>
      {isEmpty ? (
        <NoAdvertisers clientId={clientId} />
      ) : (
        <>
          <Kpis read={kpis} />
          {!kpis.error && (
            <Suspense fallback={<LoadingSkeleton height={trendHeight} />}>
              <Trend today={today} clientId={clientId} advertiserIds={advertiserIds} dates={dates.value} />
            </Suspense>
          )}
          <Today clientId={clientId} read={read} />
        </>
      )}
    </div>
  )
}

/** The client, advertiser or group does not exist or may not be read. */
function Missing({ part }: { readonly part: ContextPart }) {
  const { t } = useLingui()
  return (
    <>
      <h1 className="unseen">{t`Overview`}</h1>
      <ScopeNotFound part={part} />
    </>
  )
}

function LoadFailure({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }) {
  const { t, i18n } = useLingui()
  const heading = t`Couldn’t load the client`
  return (
    <>
      <h1 className="unseen">{t`Overview`}</h1>
      <ErrorState heading={heading} reason={problemText(problem, i18n)} requestId={problem.requestId} onRetry={onRetry} />
    </>
  )
}

/** The client's first page: metrics, their chart, campaigns by status, and what needs attention. */
export default function ClientOverview({ params }: { readonly params: ScreenParams }) {
  const { state, problem, isMinimal, retry } = useClient()
  const part = useMissingScopePart()
  const clientId = parseId(params.clientId)
  if (clientId === undefined || part) return <Missing part={part ?? 'memberGroup'} />
  if (state === 'error' && !isMinimal && problem) return <LoadFailure problem={problem} onRetry={retry} />
  return state === 'success' || isMinimal ? <OverviewContent clientId={clientId} /> : <LoadingSkeleton height={320} />
}

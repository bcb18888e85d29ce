import { Trans, useLingui } from '@lingui/react/macro'
import { entityRegistrations, registrationReportPage } from '../../../contract/registrations/registrations.ts'
import type { Problem } from '../../../kit/problem.ts'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import detailCss from '../detail/detail.css'
import { labelSlug } from '../list/layout.tsx'
import { usePolling } from '../../../parts/time/use-polling.ts'
import { FailedReport } from './failed-report.tsx'
import { Lists } from './lists.tsx'
import { usePageStart } from '../../../parts/resource/pager.tsx'
import { NewRegistrationList } from './upload.tsx'
import { RegistrantProvider, RegistrantSelect, useRegistrant, useRegistrantSelection } from './registrant.tsx'
import css from './registrations.css'
import { useCampaigns } from '../context.tsx'
import { lookups } from '../../../contract/search/lookups.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Tag } from '../../../ui/badge/tag.tsx'

addStyles(detailCss)
addStyles(css)

function RegistrationsError({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }) {
  return (
    <ResourceError
      problem={problem}
      onRetry={onRetry}
      brokenHeading={<Trans>Couldn’t load registrations</Trans>}
      refused={<NoPermission text={<Trans>Ask your account administrator for access.</Trans>} />}
    />
  )
}

/** The attribute values of the registered entities; hidden when there are none. */
function Attributes() {
  const { t } = useLingui()
  const { plural } = useLabel()
  const path = { memberGroupId: useRegistrant().memberGroupId }
  const labels = useRead(lookups.entityAttributes, { path }).data?.entity_attributes
  const { data } = useRead(memberGroups.attributes, { path })
  const items = data?.attribute_key_values.map(({ key, values }) => ({
    id: key,
    label: labels?.find((item) => item.key === key)?.label ?? key,
    value: (
      <span className="registration-values">
        {values.map((value) => (
          <Tag key={value} text={value} />
        ))}
      </span>
    ),
  }))
  const heading = t`${plural}: attributes`
  if (!items || items.length === 0) return null
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      <KeyValues items={items} />
    </section>
  )
}

/** The registrations of one advertiser: a new list, earlier lists, failed lines. */
function Body() {
  const { memberGroupId, advertiserId } = useRegistrant()
  const { isReadonly } = useScope()
  const start = usePageStart('lists')
  const call = { path: { memberGroupId, advertiserId }, query: { start, count: registrationReportPage } }
  const read = useRead(entityRegistrations.list, call, { keepPreviousData: true })
  const { data, error, mutate } = read
  usePolling(data?.events.some(({ status }) => status !== 'completed') ?? false, read)
  if (error && !data) return <RegistrationsError problem={error} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={320} />
  return (
    <>
      {!isReadonly && <NewRegistrationList />}
      <Lists {...data} />
      {data.total > 0 && <FailedReport failed={data.events.reduce((sum, { failed }) => sum + failed, 0)} />}
      {data.total > 0 && <Attributes />}
    </>
  )
}

/** The advertiser selection, and its registrations after one is selected. */
function RegistrationsOfAdvertiser() {
  const { t } = useLingui()
  const { clientId } = useScope()
  const { firstOfMine, advertiser, advertiserId, hasChoice } = useRegistrantSelection()
  const problem = firstOfMine.error ?? advertiser.error
  const { data } = advertiser
  const selected = data?.advertiser_id === advertiserId ? data : undefined
  return (
    <>
      {hasChoice && (
        <div className="registrations-advertiser">
          <RegistrantSelect chosen={selected ? { id: selected.advertiser_id, label: selected.name } : null} />
        </div>
      )}
      {problem ? (
        <RegistrationsError problem={problem} onRetry={() => void Promise.all([firstOfMine.mutate(), advertiser.mutate()])} />
      ) : selected ? (
        <RegistrantProvider
          key={selected.advertiser_id}
          value={{ memberGroupId: clientId, advertiserId: selected.advertiser_id, zone: selected.time_zone }}
        >
          <Body />
        </RegistrantProvider>
      ) : advertiserId === undefined && hasChoice ? (
        <EmptyState heading={t`Choose an advertiser`} text={t`Choose an advertiser to see its registrations.`} />
      ) : (
        <LoadingSkeleton height={320} />
      )}
    </>
  )
}

/** Registers an advertiser's entities by id, and shows progress and errors. */
export default function Registrations() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { plural } = useLabel()
  const { noBack } = useCampaigns()
  return (
    <DetailPage className="registrations">
      <DetailHeader
        back={noBack ? undefined : { target: linkTo(encodeURIComponent(labelSlug(plural)), plural), label: plural }}
        name={t`Register ${plural}`}
      />
      <RegistrationsOfAdvertiser />
    </DetailPage>
  )
}

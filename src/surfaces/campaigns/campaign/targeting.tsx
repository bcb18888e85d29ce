import { Trans, useLingui } from '@lingui/react/macro'
import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { type CampaignAdGroup, campaigns } from '../../../contract/campaigns/campaigns.ts'
import type { Targeting as TargetingValue } from '../../../contract/targeting/targetings.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { ReachFigure, useReach, useTargetings } from '../../../parts/targeting-builder/targeting-reads.tsx'
import { TargetingBuilder } from '../../../parts/targeting-builder/targeting-builder.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { useCampaign, useTargetingScope } from './gate.tsx'

const ignoreTargetingChange = () => undefined

/** Read-only targeting of an ad group with its estimated reach. */
function ReadonlyTargeting({ targeting }: { readonly targeting: TargetingValue }) {
  const targetingScope = useTargetingScope()
  const options = useTargetings(targetingScope)
  const reach = useReach(targeting, targetingScope)
  return (
    <div className="detail-seen">
      <TargetingBuilder value={targeting} onChange={ignoreTargetingChange} options={options} isReadonly />
      <ReachFigure read={reach} />
    </div>
  )
}

/** Targeting of one ad group, with a link to change it. */
function AdGroupTargeting({ group }: { readonly group: CampaignAdGroup }) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { at } = useCampaign()
  const { memberGroupId, advertiserId, campaignId } = at
  const { ad_group_id: adGroupId, name } = group
  const { data, error, mutate } = useRead(adGroups.one, { path: { memberGroupId, advertiserId, adGroupId } })
  return (
    <section className="detail-part" aria-label={name}>
      <div className="row">
        <h3>{name}</h3>
        <span className="grow" />
        <Link target={linkTo(`${campaignId}/ad_groups/${adGroupId}?tab=targeting`, name)}>
          <Trans>View ad group</Trans>
        </Link>
      </div>
      {error && !data ? (
        <ResourceError problem={error} onRetry={() => void mutate()} brokenHeading={t`Couldn’t load targeting`} />
      ) : data ? (
        <ReadonlyTargeting targeting={data.targeting} />
      ) : (
        <LoadingSkeleton height={64} />
      )}
    </section>
  )
}

/** Tab with the targeting of each ad group. */
export function Targeting() {
  const { t } = useLingui()
  const { at } = useCampaign()
  const { data, error, mutate } = useRead(campaigns.adGroups, { path: at })
  if (error && !data) return <ResourceError problem={error} onRetry={() => void mutate()} brokenHeading={t`Couldn’t load ad groups`} />
  if (!data) return <LoadingSkeleton height={160} />
  if (data.ad_groups.length === 0)
    return (
      <EmptyState
        heading={<Trans>No ad groups yet</Trans>}
        text={<Trans>An ad group sets what to advertise, who sees it and how much you bid.</Trans>}
      />
    )
  return (
    <div className="detail-tab">
      {data.ad_groups.map((group) => (
        <AdGroupTargeting key={group.ad_group_id} group={group} />
      ))}
    </div>
  )
}

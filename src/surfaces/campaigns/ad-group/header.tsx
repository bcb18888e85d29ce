import { Trans, useLingui } from '@lingui/react/macro'
import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { maxCampaignNameLength } from '../../../contract/campaigns/campaigns.rules.ts'
import { statusChoices } from '../../../contract/statuses.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { checkName } from '../cells/cell-checks.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { campaignData } from '../campaign-data.ts'
import { useCampaigns } from '../context.tsx'
import { useMutationErrorText } from '../detail/mutation.tsx'
import { NameEdit } from '../detail/name-edit.tsx'
import { useRunOutText } from '../detail/run-out.tsx'
import { ServingLine } from '../detail/serving-line.tsx'
import { StatusChoice } from '../detail/status-menu.tsx'
import { useAdGroupChange, useAdGroupLockedReason, useCurrentAdGroup } from './gate.tsx'
import { useRemoval } from '../../../parts/resource/removal.tsx'
import { DetailHeader } from '../../../parts/resource/detail.tsx'

/** Tab for each fix. */
const remedyTabs = { budget: 'settings', dates: 'settings', bid: 'settings', entities: 'entities' }

function Name() {
  const { i18n } = useLingui()
  const { isReadonly } = useScope()
  const { group } = useCurrentAdGroup()
  const change = useAdGroupChange()
  const reasonOf = useMutationErrorText()
  const locked = useAdGroupLockedReason()
  const check = (name: string) => checkName(name, maxCampaignNameLength, i18n)
  const save = (name: string) => change({ name }).then(() => undefined, reasonOf)
  return <NameEdit name={group.name} {...{ check, save, isReadonly, disabledBecause: locked }} />
}

function Status() {
  const { t, i18n } = useLingui()
  const { isReadonly } = useScope()
  const { currency } = useCampaign()
  const { group } = useCurrentAdGroup()
  const { showError } = useMutate()
  const change = useAdGroupChange()
  const textOf = useMutationErrorText()
  const locked = useAdGroupLockedReason()
  const { choices, status: now } = group
  return (
    <StatusChoice
      {...{ choices, currency, isReadonly, status: now, offered: statusChoices.editAdGroup, disabledBecause: locked }}
      onChoose={async (status) => {
        const newStatus = statusChoices.editAdGroup.find((item) => item === status)
        if (!newStatus) return
        await change({ status: newStatus }, t`Status: ${statusLabel(status, i18n)}`).catch(showError(t`Couldn’t change the status`, textOf))
      }}
    />
  )
}

/** Menu that deletes the ad group. */
function AdGroupActions() {
  const { t } = useLingui()
  const { go } = usePath()
  const { mutate } = useMutate()
  const { isReadonly } = useScope()
  const { at: ofCampaign, campaign } = useCampaign()
  const { group, at } = useCurrentAdGroup()
  const { emit } = useCampaigns()
  const mayServe = group.status === 'active' && campaign.status === 'active'
  const mayNot =
    useDisabledReason()({ permissions: ['ad_groups.remove'] }) ?? (mayServe ? t`Pause the ad group before deleting it` : undefined)
  const { ask, question } = useRemoval({
    text: t`The ad group stops serving and is removed from the campaign. Its spend stays in reports.`,
    label: t`Delete ad group`,
    remove: () =>
      mutate(
        adGroups.remove,
        { path: at, query: { version: group.version } },
        {
          stale: campaignData,
          event: () => {
            emit('ad-campaign-changed', { campaign_id: ofCampaign.campaignId, fields: 'ad_groups' })
            // The page of the ad group closes before its reads become stale.
            go(`${ofCampaign.campaignId}/ad_groups`, t`Ad groups`)
          },
          title: t`Ad group deleted`,
          text: group.name,
        },
      ),
  })
  if (isReadonly) return null
  return (
    <>
      <Menu
        label={t`More actions for ${group.name}`}
        items={[{ id: 'delete', label: t`Delete`, isDanger: true, disabledBecause: mayNot }]}
        onSelect={() => void ask(group)}
      >
        <Icon shape={more} />
      </Menu>
      {question}
    </>
  )
}

/** Header of the ad group page: name, status, actions, serving state. */
export function AdGroupHeader() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { campaign, currency } = useCampaign()
  const { group } = useCurrentAdGroup()
  const { noBack } = useCampaigns()
  const ends = useRunOutText('ad_group')(group.serving)
  const { name: campaignTitle, campaign_id: id } = campaign
  // Gates of the campaign's budget or dates link to the campaign page.
  const budgetTab = linkTo(`${id}?tab=budget`, campaignTitle)
  const ofCampaign = group.serving.values.of === 'campaign' && { budget: budgetTab, dates: budgetTab }
  const links = { campaign: linkTo(String(id), campaignTitle), review: linkTo(`${id}?tab=history`, campaignTitle), ...ofCampaign }
  return (
    <DetailHeader
      back={noBack ? undefined : { target: linkTo(`${id}/ad_groups`, t`Ad groups`), label: <Trans>Ad groups of {campaignTitle}</Trans> }}
      name={<Name />}
      actions={
        <>
          <Status />
          <AdGroupActions />
        </>
      }
    >
      <ServingLine
        {...{ serving: group.serving, currency, entities: group.entities, advertiserId: group.advertiser_id, tabs: remedyTabs }}
        of="ad_group"
        campaignId={campaign.campaign_id}
        adGroupId={group.ad_group_id}
        links={links}
        reviewComment={campaign.review_comment}
      />
      {ends && <p className="quiet">{ends}</p>}
    </DetailHeader>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { isOver, maxCampaignNameLength } from '../../../contract/campaigns/campaigns.rules.ts'
import { reviewStatusIds, statusChoices } from '../../../contract/statuses.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { channelLabel } from '../../../parts/campaigns/labels.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { NotServing, ReviewBadge } from '../../../ui/badge/status-badge.tsx'
import { reviewStatuses, statusLabel } from '../../../ui/badge/status-labels.ts'
import { checkName } from '../cells/cell-checks.ts'
import { useCampaigns } from '../context.tsx'
import { useCampaign } from './gate.tsx'
import { CampaignActions } from './actions.tsx'
import { useCampaignChange, useMutationErrorText } from '../detail/mutation.tsx'
import { NameEdit } from '../detail/name-edit.tsx'
import { ReviewActions } from './review-actions.tsx'
import { isNotServing, useServingText } from '../detail/serving-words.ts'
import { ServingLine } from '../detail/serving-line.tsx'
import { StatusChoice } from '../detail/status-menu.tsx'
import { SubmitAgain } from './submit-again.tsx'
import { DetailHeader } from '../../../parts/resource/detail.tsx'

/** Tab for each fix. */
const remedyTabs = { budget: 'budget', dates: 'budget', bid: 'ad_groups', entities: 'entities', ad_groups: 'ad_groups', review: 'history' }

function Name() {
  const { i18n } = useLingui()
  const { isReadonly } = useScope()
  const { campaign } = useCampaign()
  const change = useCampaignChange()
  const reasonOf = useMutationErrorText()
  const mayNot = useDisabledReason()({ permissions: ['campaigns.change'] })
  const check = (name: string) => checkName(name, maxCampaignNameLength, i18n)
  return (
    <NameEdit
      name={campaign.name}
      check={check}
      save={(name) => change({ name }).then(() => undefined, reasonOf)}
      disabledBecause={mayNot}
      isReadonly={isReadonly}
    />
  )
}

/** Shown instead of the status when they differ, for example “Not serving”. */
function useOutcome() {
  const { t, i18n } = useLingui()
  const label = useLabel()
  const { campaign, currency } = useCampaign()
  const { serving, entities, review_status_id: review, status } = campaign
  const { tone } = useServingText()(serving, { currency, entities, label })
  if (isNotServing(serving.gate)) return { word: t`Not serving`, badge: <NotServing tone={tone} /> }
  const word = reviewStatuses[review]?.word
  const isInReview = word !== undefined && review !== reviewStatusIds.approved && (status === 'pending' || serving.gate !== null)
  return isInReview && !isOver(status) ? { word: i18n._(word), badge: <ReviewBadge reviewStatusId={review} /> } : undefined
}

function Status() {
  const { t, i18n } = useLingui()
  const { isReadonly } = useScope()
  const { campaign, currency } = useCampaign()
  const { showError } = useMutate()
  const change = useCampaignChange()
  const textOf = useMutationErrorText()
  const mayNot = useDisabledReason()({ permissions: ['campaigns.change'] })
  const { choices } = campaign
  const outcome = useOutcome()
  return (
    <StatusChoice
      {...{ choices, currency, isReadonly, outcome, status: campaign.status, offered: statusChoices.editCampaign, disabledBecause: mayNot }}
      onChoose={async (status) => {
        const newStatus = statusChoices.editCampaign.find((item) => item === status)
        if (!newStatus) return
        await change({ status: newStatus }, t`Status: ${statusLabel(status, i18n)}`).catch(showError(t`Couldn’t change the status`, textOf))
      }}
    />
  )
}

/** Page header: name, status, actions and serving state. */
export function CampaignHeader() {
  const { t, i18n } = useLingui()
  const { isReadonly } = useScope()
  const linkTo = usePathLink()
  const { campaign, currency } = useCampaign()
  const { campaign_id: id, advertiser_name, channel } = campaign
  const { noBack } = useCampaigns()
  const channelText = channelLabel(channel, i18n)
  return (
    <DetailHeader
      back={noBack ? undefined : { target: linkTo('', t`Campaigns`), label: <Trans>All campaigns</Trans> }}
      name={<Name />}
      actions={
        <>
          <Status />
          <ReviewActions isReadonly={isReadonly} />
          <SubmitAgain isReadonly={isReadonly} />
          <CampaignActions />
        </>
      }
    >
      <div className="row detail-standing">
        <ServingLine
          {...{ serving: campaign.serving, currency, entities: campaign.entities, advertiserId: campaign.advertiser_id, tabs: remedyTabs }}
          campaignId={campaign.campaign_id}
          reviewComment={campaign.review_comment}
        />
        <p className="quiet">
          <Trans>
            {advertiser_name} · {channelText} · ID {id}
          </Trans>
        </p>
      </div>
    </DetailHeader>
  )
}

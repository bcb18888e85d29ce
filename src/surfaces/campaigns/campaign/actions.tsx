import { useLingui } from '@lingui/react/macro'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { isOver } from '../../../contract/campaigns/campaigns.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { useRemoval } from '../../../parts/resource/removal.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { campaignData } from '../campaign-data.ts'
import { useCampaigns } from '../context.tsx'
import { useCampaignLinks } from '../host-links.ts'
import { useCampaign } from './gate.tsx'
import { useCampaignChange, useMutationErrorText } from '../detail/mutation.tsx'

function useDelete() {
  const { t } = useLingui()
  const { go } = usePath()
  const { campaign, at } = useCampaign()
  const { emit } = useCampaigns()
  const { mutate } = useMutate()
  return useRemoval({
    text: t`The campaign stops serving and is removed from lists. Its spend stays in reports.`,
    label: t`Delete campaign`,
    remove: () =>
      mutate(
        campaigns.remove,
        { path: at, query: { version: campaign.version } },
        {
          stale: campaignData,
          event: () => {
            emit('ad-campaign-deleted', { campaign_id: at.campaignId })
            // The page of the campaign closes before its reads become stale.
            go('', t`Campaigns`)
          },
          title: t`Campaign deleted`,
          text: campaign.name,
        },
      ),
    errorText: ({ status }) => (status === 409 ? t`This campaign is serving. Pause it before deleting it.` : undefined),
  })
}

/** Sets the end date to today after a confirmation, because an ended campaign cannot restart. */
function useEnd(confirm: ReturnType<typeof useConfirm>['confirm']) {
  const { t } = useLingui()
  const { campaign, today } = useCampaign()
  const { showError } = useMutate()
  const change = useCampaignChange()
  const textOf = useMutationErrorText()
  return async () => {
    const isYes = await confirm({
      heading: t`End ${campaign.name} today?`,
      text: t`Today becomes the end date. An ended campaign can’t be restarted, but you can copy it.`,
      label: t`End campaign`,
    })
    if (!isYes) return
    await change({ end_date: today }, t`End date set to today`).catch(showError(t`Couldn’t end the campaign`, textOf))
  }
}

/** Menu with Copy, End and Delete. */
export function CampaignActions() {
  const { t, i18n } = useLingui()
  const { noCreate } = useCampaigns()
  const hostLinks = useCampaignLinks()
  const { isReadonly } = useScope()
  const { campaign, currency, today } = useCampaign()
  const mayDo = useDisabledReason()
  const { confirm, question } = useConfirm()
  const removal = useDelete()
  const end = useEnd(confirm)
  const mayNot = (permission: 'campaigns.create' | 'campaigns.change' | 'campaigns.remove', reason?: string) => {
    const disabledBecause = mayDo({ permissions: [permission] }) ?? reason
    return disabledBecause === undefined ? {} : { disabledBecause }
  }
  const overReason = isOver(campaign.status)
    ? problemSentence('ended_for_good', { status: campaign.status }, { currency }, i18n)
    : undefined
  const earlyReason = campaign.start_date > today ? t`This campaign hasn’t started. Delete it instead.` : undefined
  const items: MenuItem[] = [
    ...(noCreate ? [] : [{ id: 'copy', label: t`Copy`, ...mayNot('campaigns.create') }]),
    { id: 'end', label: t`End today`, ...mayNot('campaigns.change', overReason ?? earlyReason) },
    { id: 'delete', label: t`Delete`, isDanger: true, isParted: true, ...mayNot('campaigns.remove') },
  ]
  const handlers: Readonly<Record<string, () => unknown>> = {
    copy: () => hostLinks.create({ campaign_id: campaign.campaign_id, advertiser_id: campaign.advertiser_id }),
    end: () => void end(),
    delete: () => void removal.ask(campaign),
  }
  if (isReadonly) return null
  return (
    <>
      <Menu label={t`More actions for ${campaign.name}`} items={items} onSelect={(id) => handlers[id]?.()}>
        <Icon shape={more} />
      </Menu>
      {question}
      {removal.question}
    </>
  )
}

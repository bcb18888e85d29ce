import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { type AdGroupRow, adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { useCampaigns } from '../context.tsx'
import { type CampaignLinks, useCampaignLinks } from '../host-links.ts'
import { useRemoval } from '../../../parts/resource/removal.tsx'

/** The menu of an ad group row. */
export interface AdGroupRowActions {
  readonly acts: readonly MenuItem[]
  act(row: AdGroupRow, id: string): void
}

/** Link to the ad group, below the path of its campaign. */
export const adGroupLink = (row: AdGroupRow, elsewhere: CampaignLinks) =>
  elsewhere.campaign(row.campaign_id, row.name, `/ad_groups/${row.ad_group_id}`)

/** Deletes an ad group after a confirmation and emits the change event of its campaign. */
function useAdGroupRemoval() {
  const { mutate } = useMutate()
  const { emit } = useCampaigns()
  return useRemoval<AdGroupRow>({
    text: <Trans>The ad group stops serving and is removed from the campaign. Its spend stays in reports.</Trans>,
    label: <Trans>Delete ad group</Trans>,
    remove: async (row, effects) => {
      const { member_group_id: memberGroupId, advertiser_id: advertiserId, ad_group_id: adGroupId, campaign_id, version } = row
      // Loaded now, because the first paint needs no endpoints of images.
      const { campaignData } = await import('../campaign-data.ts')
      return mutate(
        adGroups.remove,
        { path: { memberGroupId, advertiserId, adGroupId }, query: { version } },
        { ...effects, stale: campaignData, event: () => emit('ad-campaign-changed', { campaign_id, fields: 'ad_groups' }) },
      )
    },
  })
}

/** Builds the row menu; items without permission are disabled and say why. */
export function useAdGroupRowActions(): AdGroupRowActions & { readonly question: ReactNode } {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const elsewhere = useCampaignLinks()
  const { ask: remove, question } = useAdGroupRemoval()
  const noRemove = useDisabledReason()({ permissions: ['ad_groups.remove'] })
  const acts: AdGroupRowActions = useMemo(
    () => ({
      acts: [
        { id: 'open', label: t`Open` },
        { id: 'campaign', label: t`View campaign` },
        ...(isReadonly ? [] : [{ id: 'delete', label: t`Delete`, isDanger: true, isParted: true, disabledBecause: noRemove }]),
      ],
      act: (row, id) => {
        if (id === 'delete') void remove(row)
        else (id === 'campaign' ? elsewhere.campaign(row.campaign_id, row.campaign_name) : adGroupLink(row, elsewhere)).onNavigate()
      },
    }),
    [t, isReadonly, noRemove, elsewhere, remove],
  )
  return { ...acts, question }
}

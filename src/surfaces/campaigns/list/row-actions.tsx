import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo, useRef } from 'react'
import { type CampaignRow, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { isOver } from '../../../contract/campaigns/campaigns.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { useCampaigns } from '../context.tsx'
import { useCampaignLinks } from '../host-links.ts'
import type { SaveCampaign } from './edits.ts'
import { useRemoval } from './use-removal.tsx'

/** The menu of a campaign row. */
export interface CampaignRowActions {
  actsOf(row: CampaignRow): readonly MenuItem[]
  act(row: CampaignRow, id: string): void
}

function useCampaignRemoval() {
  const { mutate } = useMutate()
  const { emit } = useCampaigns()
  return useRemoval<CampaignRow>({
    text: <Trans>The campaign stops serving and is removed from lists. Its spend stays in reports.</Trans>,
    label: <Trans>Delete campaign</Trans>,
    remove: ({ member_group_id: memberGroupId, advertiser_id: advertiserId, campaign_id, version }, effects) =>
      mutate(
        campaigns.remove,
        { path: { memberGroupId, advertiserId, campaignId: campaign_id }, query: { version } },
        { ...effects, event: () => emit('ad-campaign-deleted', { campaign_id }) },
      ),
  })
}

/** Builds the row menu; items without permission are disabled and say why. */
export function useCampaignRowActions(save: SaveCampaign): CampaignRowActions & { readonly question: ReactNode } {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const { isReadonly } = useScope()
  const { noCreate } = useCampaigns()
  const mayDo = useDisabledReason()
  const elsewhere = useCampaignLinks()
  const { ask: remove, question } = useCampaignRemoval()
  const latest = useRef(remove)
  latest.current = remove
  const setStatus = async (row: CampaignRow, status: 'active' | 'paused') => {
    const result = await save(row, { status })
    if ('refused' in result) notify({ kind: 'error', title: t`Couldn’t change the status`, text: result.refused })
  }
  const latestSetStatus = useRef(setStatus)
  latestSetStatus.current = setStatus
  const noChange = mayDo({ permissions: ['campaigns.change'] })
  const noCopy = mayDo({ permissions: ['campaigns.create'] })
  const noRemove = mayDo({ permissions: ['campaigns.remove'] })
  const acts: CampaignRowActions = useMemo(() => {
    const editing = ({ status, choices }: CampaignRow): readonly MenuItem[] => [
      ...(status !== 'paused' && choices.includes('paused')
        ? [{ id: 'paused', label: t`Pause`, isParted: true, disabledBecause: noChange }]
        : []),
      ...(status !== 'active' && choices.includes('active')
        ? [{ id: 'active', label: t`Activate`, isParted: true, disabledBecause: noChange }]
        : []),
      ...(isOver(status) ? [] : [{ id: 'budget', label: t`Edit budget`, disabledBecause: noChange }]),
    ]
    const writing: readonly MenuItem[] = [
      ...(noCreate ? [] : [{ id: 'copy', label: t`Copy`, disabledBecause: noCopy }]),
      { id: 'delete', label: t`Delete`, isDanger: true, isParted: true, disabledBecause: noRemove },
    ]
    return {
      actsOf: (row) => [
        { id: 'open', label: t`Open` },
        { id: 'ad_groups', label: t`Ad groups` },
        { id: 'history', label: t`History` },
        ...(isReadonly ? [] : [...editing(row), ...writing]),
      ],
      act: (row, id) => {
        const { campaign_id, advertiser_id, name } = row
        const rests: Readonly<Record<string, string>> = {
          open: '',
          ad_groups: '/ad_groups',
          history: '?tab=history',
          budget: '?tab=budget',
        }
        const rest = rests[id]
        if (rest !== undefined) elsewhere.campaign(campaign_id, name, rest).onNavigate()
        else if (id === 'paused' || id === 'active') void latestSetStatus.current(row, id)
        else if (id === 'copy') elsewhere.create({ campaign_id, advertiser_id })
        else if (id === 'delete') void latest.current(row)
      },
    }
  }, [t, isReadonly, noCreate, noChange, noCopy, noRemove, elsewhere])
  return { ...acts, question }
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { adGroupAllowedRule } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { plus } from '../../../ui/table/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useAddedNotice } from '../ad-group/entities.tsx'
import { AdGroupGate, useAdGroupLockedReason } from '../ad-group/gate.tsx'
import { Entities } from '../ad-group-entities/entities.tsx'
import { useCampaign } from './gate.tsx'

/** Rarely opened, so it loads lazily. */
const LazyPickerDialog = lazyIdle(() => import('../ad-group-entities/picker-dialog.tsx'))

const openStatuses: readonly string[] = ['active', 'paused', 'pending']

/** The campaign's ad groups that can get entities, by name. */
function useOpenAdGroups() {
  const { i18n } = useLingui()
  const { at } = useCampaign()
  const { data, error, mutate } = useRead(campaigns.adGroups, { path: at })
  const groups = data?.ad_groups
    .filter(({ status }) => openStatuses.includes(status))
    .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale))
  return { groups, error: groups ? undefined : error, retry: () => void mutate() }
}

/** Button that adds entities to the ad group; with several ad groups it asks for one first. */
function AddButton({ onSelect }: { readonly onSelect: (adGroupId: number) => void }) {
  const { t, i18n } = useLingui()
  const { plural } = useLabel()
  const { campaign, currency } = useCampaign()
  const { groups, error, retry } = useOpenAdGroups()
  const locked = useAdGroupLockedReason()
  const check = adGroupAllowedRule(campaign)
  const closed = check === true ? undefined : problemSentence(check.code, check, { currency }, i18n)
  const missing = groups?.length === 0 ? t`Create an ad group first` : undefined
  const unread = error && t`Couldn’t load ad groups`
  const mayNot = locked ?? closed ?? missing ?? unread
  const [only, ...others] = groups ?? []
  if (mayNot === undefined && groups && others.length > 0)
    return (
      <Menu
        label={t`Add ${plural} to an ad group`}
        items={groups.map(({ ad_group_id, name }) => ({ id: String(ad_group_id), label: name }))}
        onSelect={(id) => onSelect(Number(id))}
        className="button secondary"
      >
        <Icon shape={plus} />
        <Trans>Add {plural}</Trans>
      </Menu>
    )
  return (
    <>
      <Button
        icon={plus}
        disabledBecause={mayNot}
        isBusy={mayNot === undefined && groups === undefined}
        onPress={() => only && onSelect(only.ad_group_id)}
      >
        <Trans>Add {plural}</Trans>
      </Button>
      {mayNot === unread && unread && (
        <Button kind="plain" onPress={retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </>
  )
}

/** All entities of the campaign with their bids, and the button that adds more. */
export function CampaignEntities() {
  const { isReadonly } = useScope()
  const onAdded = useAddedNotice()
  const [adGroupId, setAdGroupId] = useState<number>()
  const close = (batches: readonly string[]) => {
    setAdGroupId(undefined)
    onAdded(batches)
  }
  return (
    <>
      <Entities toolsEnd={!isReadonly && <AddButton onSelect={setAdGroupId} />} />
      {adGroupId !== undefined && (
        <Suspense>
          <AdGroupGate adGroupId={adGroupId}>
            <LazyPickerDialog onClose={close} />
          </AdGroupGate>
        </Suspense>
      )}
    </>
  )
}

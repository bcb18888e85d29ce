import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { adGroupAllowedRule } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { plus } from '../../../ui/table/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { useCampaignEffects } from '../detail/mutation.tsx'
import { Entities } from '../ad-group-entities/entities.tsx'
import { useCurrentAdGroup, useAdGroupLockedReason } from './gate.tsx'

/** Rarely opened, so it loads lazily. */
const LazyPickerDialog = lazyIdle(() => import('../ad-group-entities/picker-dialog.tsx'))

/** After the picker: reads again what its changes made outdated, and offers to undo them. */
export function useAddedNotice() {
  const { t } = useLingui()
  const { plural } = useLabel()
  const { applyEffects } = useMutate()
  const effects = useCampaignEffects()
  return (batches: readonly string[]) => {
    if (batches.length === 0) return
    void applyEffects(batches, effects({ fields: ['entities'], title: t`${plural} changed`, batches: (all) => all }))
  }
}

/** Entities of the ad group with their bids, and the button that adds more. */
export function GroupEntities() {
  const { i18n } = useLingui()
  const { isReadonly } = useScope()
  const { plural } = useLabel()
  const { campaign, currency } = useCampaign()
  const { group } = useCurrentAdGroup()
  const onAdded = useAddedNotice()
  const [isPicking, setPicking] = useState(false)
  const locked = useAdGroupLockedReason()
  const check = adGroupAllowedRule(campaign)
  const closed = check === true ? undefined : problemSentence(check.code, check, { currency }, i18n)
  const close = (batches: readonly string[]) => {
    setPicking(false)
    onAdded(batches)
  }
  return (
    <>
      <Entities
        adGroupId={group.ad_group_id}
        toolsEnd={
          !isReadonly && (
            <Button icon={plus} disabledBecause={locked ?? closed} onPress={() => setPicking(true)}>
              <Trans>Add {plural}</Trans>
            </Button>
          )
        }
      />
      {isPicking && (
        <Suspense>
          <LazyPickerDialog onClose={close} />
        </Suspense>
      )}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useRef, useState } from 'react'
import { mayAddToCampaign } from '../../../../contract/ad-groups.rules.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { problemSaid } from '../../../../parts/change-words.ts'
import { useLabel } from '../../../../parts/client.tsx'
import { useWhose } from '../../../../parts/whose.tsx'
import { Button } from '../../../../ui/button.tsx'
import { plus } from '../../../../ui/grid/grid-icons.ts'
import { later } from '../../../../ui/later.ts'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { Loading } from '../../../../ui/states.tsx'
import { useCampaign } from '../detail/campaign.tsx'
import { useBatchesBack, useStale } from '../detail/changing.ts'
import { Entities } from '../detail/entities.tsx'
import { adGroupSource } from './entity-sources.ts'
import { useGroup, useGroupLocked } from './group.tsx'

/** Few add entities, so its code comes when they do. */
const EntityPicker = later(async () => ({ default: (await import('../../../../parts/entity-picker/entity-picker.tsx')).EntityPicker }))
const noCategories: readonly string[] = []

/** Adds to what the ad group advertises, and takes away. */
function PickDialog({
  onClose,
}: {
  /** Told by which batches what was done is taken back. */ readonly onClose: (batches: readonly string[]) => void
}) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const label = useLabel()
  const { today } = useCampaign()
  const { group, at } = useGroup()
  const { memberGroupId, advertiserId, adGroupId } = at
  const batches = useRef<string[]>([])
  const source = useMemo(
    () => adGroupSource(send, { memberGroupId, advertiserId }, adGroupId, today, (batch) => batches.current.push(batch)),
    [send, memberGroupId, advertiserId, adGroupId, today],
  )
  const { plural } = label
  const close = () => onClose(batches.current)
  return (
    <Modal
      heading={t`${plural} of ${group.name}`}
      note={t`What you add is advertised at once, with the base bid.`}
      size="5xl"
      answers={[{ does: 'continue', label: t`Done`, onPress: close }]}
      onClose={close}
    >
      <Suspense fallback={<Loading height={320} />}>
        <EntityPicker source={source} label={label} categories={noCategories} chosenCount={group.entities} />
      </Suspense>
    </Modal>
  )
}

/** What the ad group advertises, with bids, and the way to add to it. */
export function GroupEntities() {
  const { t, i18n } = useLingui()
  const { isReadonly } = useWhose()
  const { plural } = useLabel()
  const { campaign, currency } = useCampaign()
  const { group } = useGroup()
  const [stale, offer] = [useStale(), useBatchesBack()]
  const [isPicking, setPicking] = useState(false)
  const [revision, setRevision] = useState(0)
  const locked = useGroupLocked()
  const may = mayAddToCampaign(campaign)
  const closed = may === true ? undefined : problemSaid(may.code, may, { currency }, i18n)
  const close = (batches: readonly string[]) => {
    setPicking(false)
    setRevision((before) => before + 1)
    stale()
    offer(t`${plural} changed`, batches)
  }
  return (
    <>
      <Entities
        adGroupId={group.ad_group_id}
        revision={revision}
        tools={
          !isReadonly && (
            <Button icon={plus} disabledBecause={locked ?? closed} onPress={() => setPicking(true)}>
              <Trans>Add {plural}</Trans>
            </Button>
          )
        }
      />
      {isPicking && <PickDialog onClose={close} />}
    </>
  )
}

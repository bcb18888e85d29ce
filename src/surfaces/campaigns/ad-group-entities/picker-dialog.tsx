import { useLingui } from '@lingui/react/macro'
import { useMemo, useRef, useState } from 'react'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useStartsReview } from '../detail/mutation.tsx'
import { CollectAndAdd, type PickProps } from './bulk-add.tsx'
import { adGroupSource } from './sources.ts'
import { useCurrentAdGroup } from '../ad-group/gate.tsx'
import AdGroupEntityPicker from './picker.tsx'

/** Adds and removes entities immediately. */
function AddImmediately({ onClose }: PickProps) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { today } = useCampaign()
  const { group, at } = useCurrentAdGroup()
  const { memberGroupId, advertiserId, adGroupId } = at
  const batches = useRef<string[]>([])
  const source = useMemo(
    () => adGroupSource(send, { memberGroupId, advertiserId }, adGroupId, today, (batch) => batches.current.push(batch)),
    [send, memberGroupId, advertiserId, adGroupId, today],
  )
  const { plural } = useLabel()
  const close = () => onClose(batches.current)
  return (
    <Modal
      heading={t`${plural} of ${group.name}`}
      note={t`Items are advertised right away at the base bid.`}
      size="5xl"
      actions={[{ does: 'continue', label: t`Done`, onPress: close }]}
      onClose={close}
    >
      <AdGroupEntityPicker source={source} selectedCount={group.entities} />
    </Modal>
  )
}

/** Dialog that changes which entities an ad group advertises. */
export default function EntityPickerDialog({ onClose }: PickProps) {
  // Fixed when the dialog opens, because the first addition puts the campaign under review.
  const [isTogether] = useState(useStartsReview())
  return isTogether ? <CollectAndAdd onClose={onClose} /> : <AddImmediately onClose={onClose} />
}

import { useLingui } from '@lingui/react/macro'
import { useMemo, useRef, useState } from 'react'
import { adGroupEntities } from '../../../../contract/ad-group-entities.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useLabel } from '../../../../parts/client.tsx'
import { EntityPicker } from '../../../../parts/entity-picker/entity-picker.tsx'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { useCampaign } from '../detail/campaign.tsx'
import { useDoing, useReasonOf } from '../detail/changing.ts'
import { ReviewedAgain, useIsReviewedAgain } from '../detail/reviewed-again.tsx'
import { useBasket } from './basket.tsx'
import { adGroupSource } from './entity-sources.ts'
import { useGroup } from './group.tsx'

const noCategories: readonly string[] = []

interface PickProps {
  /** Told by which batches what was done is taken back. */
  readonly onClose: (batches: readonly string[]) => void
}

/** Adds to what the ad group advertises, and takes away. */
function AddAtOnce({ onClose }: PickProps) {
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
      <EntityPicker source={source} label={label} categories={noCategories} chosenCount={group.entities} />
    </Modal>
  )
}

type Chosen = Parameters<typeof useBasket>[0]

/** Gathers what is to be added, and adds it in one go: the first addition has the campaign looked at, and nothing more is added meanwhile. */
function AddTogether({ onClose }: PickProps) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const label = useLabel()
  const { group, at } = useGroup()
  const [does, reasonOf] = [useDoing(), useReasonOf()]
  const [chosen, setChosen] = useState<Chosen>([])
  const { entities, source } = useBasket(chosen, setChosen)
  const [state, setState] = useState<{ readonly isBusy?: boolean; readonly refused?: string }>({})
  const [{ plural }, { name }] = [label, group]
  const add = async () => {
    if (entities.size === 0) return onClose([])
    setState({ isBusy: true })
    const body = { entity_ids: [...entities.keys()] }
    const added = await does(() => send(adGroupEntities.add, { path: at, body }), { fields: ['entities'] }).then(
      ({ batch }) => onClose(batch === null ? [] : [batch]),
      (error: unknown) => ({ refused: reasonOf(error) }),
    )
    if (added) setState(added)
  }
  return (
    <Modal
      heading={t`Add ${plural} to ${name}`}
      size="5xl"
      isBusy={state.isBusy === true}
      answers={[
        { does: 'cancel', onPress: () => onClose([]) },
        { does: 'continue', label: t`Add what is chosen`, onPress: () => void add() },
      ]}
      onClose={() => onClose([])}
    >
      <ReviewedAgain />
      {state.refused && (
        <Callout kind="error" isNews heading={t`It was not added`}>
          {state.refused}
        </Callout>
      )}
      <EntityPicker source={source} label={label} categories={noCategories} chosenCount={entities.size} />
    </Modal>
  )
}

/** Adds to what an ad group advertises. */
export default function PickDialog({ onClose }: PickProps) {
  // What it was when it was opened: the campaign is under review as soon as something is added.
  const [isTogether] = useState(useIsReviewedAgain())
  return isTogether ? <AddTogether onClose={onClose} /> : <AddAtOnce onClose={onClose} />
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { maxEntitiesPerRequest } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import type { Call } from '../../../contract/endpoint.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useConfirmedClose } from '../../../parts/resource/close-guard.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import type { EntitySource } from '../../../parts/entity-picker/source.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format/format.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { campaignData } from '../campaign-data.ts'
import { useMutationErrorText, ReviewNotice } from '../detail/mutation.tsx'
import { TooManyEntities, useSelectedEntities } from './selection.tsx'
import { allMatchingBody, adGroupFinder } from './sources.ts'
import { useCurrentAdGroup } from '../ad-group/gate.tsx'
import AdGroupEntityPicker from './picker.tsx'

export interface PickProps {
  /** Receives the batches to undo. */
  readonly onClose: (batches: readonly string[]) => void
}

type Selected = Parameters<typeof useSelectedEntities>[0]
type Added = Call<typeof adGroupEntities.add>['body']

/** Adding a hundred thousand entities takes long. */
const longMs = 60_000

/** The selected entities. If "add all" matches too many to keep here, the filters are kept instead. */
function useEntityChoice() {
  const { send } = useRuntime()
  const { today } = useCampaign()
  const { memberGroupId, advertiserId, adGroupId } = useCurrentAdGroup().at
  const [selected, setSelected] = useState<Selected>([])
  const [whole, setWhole] = useState<Added>()
  const findInAdGroup = useMemo(
    () => adGroupFinder(send, { memberGroupId, advertiserId }, adGroupId, today),
    [send, memberGroupId, advertiserId, adGroupId, today],
  )
  const { entities, source: selectionSource } = useSelectedEntities(selected, setSelected, findInAdGroup)
  const source = useMemo<EntitySource>(
    () => ({
      ...selectionSource,
      addAll: async (query, except) => {
        setWhole(undefined)
        try {
          return await selectionSource.addAll(query, except)
        } catch (error) {
          if (error instanceof TooManyEntities) setWhole(allMatchingBody(query, except))
          throw error
        }
      },
    }),
    [selectionSource],
  )
  return { entities, source, whole }
}

/** Adds entities in one request and returns the error text if it fails. */
function useAddEntities(onClose: PickProps['onClose']) {
  const { mutate } = useMutate()
  const { at } = useCurrentAdGroup()
  const reasonOf = useMutationErrorText()
  const [state, setState] = useState<{ readonly isBusy?: boolean; readonly refused?: string }>({})
  const add = async (body: Added) => {
    setState({ isBusy: true })
    try {
      const { batch } = await mutate(adGroupEntities.add, { path: at, body }, { timeoutMs: longMs, stale: campaignData })
      onClose(batch === null ? [] : [batch])
    } catch (error) {
      setState({ refused: reasonOf(error) })
    }
  }
  return { ...state, add }
}

/** Collects entities and adds them in one request: the first addition starts a review, and a campaign under review accepts no more. */
export function CollectAndAdd({ onClose }: PickProps) {
  const { t, i18n } = useLingui()
  const { plural } = useLabel()
  const { name } = useCurrentAdGroup().group
  const { entities, source, whole } = useEntityChoice()
  const { isBusy = false, refused, add } = useAddEntities(onClose)
  const lostLabels = entities.size > 0 ? [t`Selected ${plural}`] : []
  const { close, question } = useConfirmedClose(
    () => lostLabels,
    () => onClose([]),
  )
  const guard = useLeaveGuard(lostLabels.length > 0, { losses: lostLabels })
  const max = count(maxEntitiesPerRequest, i18n.locale)
  const limit = t`You can select up to ${max} one by one. Use filters to narrow the list, or add all matching at once.`
  return (
    <Modal
      heading={t`Add ${plural} to ${name}`}
      size="5xl"
      isBusy={isBusy}
      actions={[
        { does: 'cancel', onPress: close },
        {
          does: 'continue',
          label: t`Add selected`,
          disabledBecause: entities.size === 0 ? t`Select at least one` : undefined,
          onPress: () => void add({ entity_ids: [...entities.keys()] }),
        },
      ]}
      onClose={close}
    >
      {question}
      {guard}
      <ReviewNotice />
      {refused && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t add your selection`}>
          {refused}
        </Callout>
      )}
      {whole && (
        <Callout
          kind="info"
          isAnnounced
          heading={t`More than ${max} matches`}
          act={
            <Button onPress={() => void add(whole)}>
              <Trans>Add all matching</Trans>
            </Button>
          }
        >
          <Trans>You can add all matching at once. Your current selection is not added then.</Trans>
        </Callout>
      )}
      <AdGroupEntityPicker
        source={source}
        selectedCount={entities.size}
        reasonOf={(error) => (error instanceof TooManyEntities ? limit : undefined)}
      />
    </Modal>
  )
}

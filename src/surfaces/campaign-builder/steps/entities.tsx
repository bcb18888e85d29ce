import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { EntityPicker, type PickerState } from '../../../parts/entity-picker/entity-picker.tsx'
import { useEntityColumns } from '../../../parts/entity-picker/columns.tsx'
import { useCategories } from '../../../parts/entity-picker/use-categories.ts'
import { parseTableQuery, toTableQuery } from '../../../parts/resource/table-query.ts'
import { Button } from '../../../ui/button.tsx'
import { useFaultText } from '../../../ui/form/fault-text.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useBuilder } from '../context.tsx'
import { pathOf, useDraftContext } from '../draft/context.ts'
import { useDraftEntitySource } from './entity-source.ts'
import { StepSection } from './section.tsx'

/** The list of selected entities in the URL. */
const selectedListParam = 'chosen'

/** Stores the open list, its sort order and its filters in the URL. */
function usePickerParams(categories: readonly string[] | undefined) {
  const { query: searchParams, setQuery } = usePath()
  const columns = useEntityColumns(useLabel(), categories, false)
  const pickerState: PickerState = {
    list: searchParams.get('list') === selectedListParam ? 'selected' : 'available',
    query: parseTableQuery(searchParams, columns),
  }
  const onPickerState = ({ list, query }: PickerState) =>
    setQuery({ list: list === 'selected' ? selectedListParam : undefined, ...toTableQuery(query, columns) })
  return { pickerState, onPickerState }
}

/** The entity picker; needs a draft that exists on the platform. */
function Lists() {
  const desk = useDraftContext()
  const { clientId, state, store } = desk
  const { noUpload = false } = useBuilder()
  const label = useLabel()
  const refresh = useRefresh()
  const categories = useCategories(clientId)
  const pickerParams = usePickerParams(categories)
  const source = useDraftEntitySource(pathOf(desk))
  return (
    <EntityPicker
      {...pickerParams}
      source={source}
      label={label}
      categories={categories}
      selectedCount={state.draft.entity_count}
      noUpload={noUpload}
      savesImmediately
      onPending={(pending) => void store.choose(pending)}
      onChange={() => {
        void store.wrote()
        refresh(campaignDrafts.estimate)
      }}
    />
  )
}

/** Entities of the campaign. */
export default function Entities() {
  const { t } = useLingui()
  const { state, store, form } = useDraftContext()
  const label = useLabel()
  const textOf = useFaultText()
  const [isLost, setLost] = useState(false)
  const isKnown = state.draft.campaign_draft_uuid !== ''
  const ensure = () => void store.ensure().then((isThere) => setLost(!isThere))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once while the draft is not on the platform
  useEffect(() => {
    if (!isKnown) ensure()
  }, [isKnown])
  const { plural } = label
  const { fault } = form.face('entities', plural)
  return (
    <StepSection isWide heading={plural} note={<Trans>Choose from the list, by filter or by ID.</Trans>}>
      {fault && <Callout kind="error" heading={textOf(fault)} />}
      {isKnown ? (
        <Lists />
      ) : isLost ? (
        <Callout
          kind="warning"
          heading={t`The list isn’t available offline`}
          act={
            <Button onPress={ensure}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      ) : (
        <LoadingSkeleton height={320} />
      )}
    </StepSection>
  )
}

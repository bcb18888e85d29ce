import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useRef, useState } from 'react'
import { maxBulkAdGroups } from '../../../contract/ad-groups/bulk.rules.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { count } from '../../../ui/format/format.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { collectingSource, TooManyEntities } from './selection-source.ts'
import type { FindChosen, SelectableEntity } from './sources.ts'

const GroupPicker = lazyIdle(() => import('./picker.tsx'))
const maxShownNames = 5

/**
 * The chosen entities of a form field, with a picker source that reads and writes them. The form stores them,
 * so a restored form has them too. `inGroup` must be stable between renders.
 */
export function useChosenEntities(
  chosen: readonly SelectableEntity[],
  onChange: (chosen: readonly SelectableEntity[]) => void,
  inGroup?: FindChosen,
) {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const entities = useMemo(() => new Map(chosen.map((entity) => [entity.entity_id, entity] as const)), [chosen])
  const latest = useRef<ReadonlyMap<number, SelectableEntity>>(entities)
  latest.current = entities
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const { memberGroupId, advertiserId } = at
  const source = useMemo(() => {
    const setEntities = (next: ReadonlyMap<number, SelectableEntity>) => {
      latest.current = next
      latestOnChange.current([...next.values()])
    }
    return collectingSource(send, { memberGroupId, advertiserId }, { entities: () => latest.current, put: setEntities, inGroup })
  }, [send, memberGroupId, advertiserId, inGroup])
  return { entities, source }
}

/** Number of chosen entities, some names, and the button that opens the picker. */
export function ChosenEntities({ basket }: { readonly basket: ReturnType<typeof useChosenEntities> }) {
  const { t, i18n } = useLingui()
  const label = useLabel()
  const [isOpen, setOpen] = useState(false)
  const { entities, source } = basket
  const names = [...entities.values()].slice(0, maxShownNames).map(({ name }) => name)
  const { plural } = label
  const most = count(maxBulkAdGroups, i18n.locale)
  const limit = t`Up to ${most} at once. Add more later on the ad group’s page.`
  const reasonOf = (error: unknown) => (error instanceof TooManyEntities ? limit : undefined)
  return (
    <>
      <p>
        {entities.size === 0 ? (
          <span className="quiet">{t`Nothing selected. You can add items later.`}</span>
        ) : (
          <>
            <Plural value={entities.size} one="# selected:" other="# selected:" /> {names.join(', ')}
            {entities.size > maxShownNames && '…'}
          </>
        )}
      </p>
      <div className="row">
        <Button onPress={() => setOpen(true)}>
          <Trans>Choose {plural}</Trans>
        </Button>
      </div>
      {isOpen && (
        <Modal
          heading={t`Choose ${plural}`}
          note={limit}
          size="5xl"
          answers={[{ does: 'continue', label: t`Done`, onPress: () => setOpen(false) }]}
          onClose={() => setOpen(false)}
        >
          <Suspense fallback={<LoadingSkeleton height={320} />}>
            <GroupPicker source={source} chosenCount={entities.size} reasonOf={reasonOf} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useRef, useState } from 'react'
import { bulkMost } from '../../../contract/ad-groups/bulk.rules.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { count } from '../../../ui/format/format.ts'
import { later } from '../../../ui/lazy-idle.ts'
import { Loading } from '../../../ui/states.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { basketSource, TooMany } from './selection-source.ts'
import type { ChosenAmong, Known } from './sources.ts'

const GroupPicker = later(() => import('./picker.tsx'))
const few = 5

/**
 * The chosen entities of a form field, with a picker source that reads and writes them. The form stores them,
 * so a restored form has them too. `inGroup` must be stable between renders.
 */
export function useBasket(chosen: readonly Known[], onChange: (chosen: readonly Known[]) => void, inGroup?: ChosenAmong) {
  const { send } = useRuntime()
  const { at } = useCampaign()
  const entities = useMemo(() => new Map(chosen.map((entity) => [entity.entity_id, entity] as const)), [chosen])
  const latest = useRef<ReadonlyMap<number, Known>>(entities)
  latest.current = entities
  const told = useRef(onChange)
  told.current = onChange
  const { memberGroupId, advertiserId } = at
  const source = useMemo(() => {
    const put = (next: ReadonlyMap<number, Known>) => {
      latest.current = next
      told.current([...next.values()])
    }
    return basketSource(send, { memberGroupId, advertiserId }, { entities: () => latest.current, put, inGroup })
  }, [send, memberGroupId, advertiserId, inGroup])
  return { entities, source }
}

/** Number of chosen entities, some names, and the button that opens the picker. */
export function Chosen({ basket }: { readonly basket: ReturnType<typeof useBasket> }) {
  const { t, i18n } = useLingui()
  const label = useLabel()
  const [isOpen, setOpen] = useState(false)
  const { entities, source } = basket
  const names = [...entities.values()].slice(0, few).map(({ name }) => name)
  const { plural } = label
  const most = count(bulkMost, i18n.locale)
  const limit = t`At most ${most} at once; more are added on the ad group’s own page.`
  const reasonOf = (error: unknown) => (error instanceof TooMany ? limit : undefined)
  return (
    <>
      <p>
        {entities.size === 0 ? (
          <span className="quiet">{t`Nothing is chosen yet; it can be added later too.`}</span>
        ) : (
          <>
            <Plural value={entities.size} one="# chosen:" other="# chosen:" /> {names.join(', ')}
            {entities.size > few && '…'}
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
          <Suspense fallback={<Loading height={320} />}>
            <GroupPicker source={source} chosenCount={entities.size} reasonOf={reasonOf} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}

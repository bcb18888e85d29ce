import { Trans, useLingui } from '@lingui/react/macro'
import { Button, IconButton } from '../button.tsx'
import { Icon } from '../icon/icon.tsx'
import { lock } from '../icon/icons.ts'
import { down, grip, up } from '../icon/control-icons.ts'
import type { useDrag } from './use-drag.ts'
import type { SortableItem, useLift } from './use-lift.ts'
import { describedTooltip, tooltip } from '../dialog/tooltip-text.ts'

interface HandleProps<T extends SortableItem> {
  readonly item: T
  readonly howId: string
  readonly lifting: ReturnType<typeof useLift<T>>
  readonly drag: ReturnType<typeof useDrag>
  readonly disabledBecause: string | undefined
}

/** Drag handle of a row. A click also lifts it, for users who cannot drag. */
export function Handle<T extends SortableItem>({ item, howId, lifting, drag, disabledBecause }: HandleProps<T>) {
  const { t } = useLingui()
  const { id, name, isPermanent } = item
  if (isPermanent)
    return (
      <span className="fixed" {...tooltip(t`Fixed position`)}>
        <Icon shape={lock} label={t`Fixed position`} />
      </span>
    )
  const isLifted = lifting.lifted?.id === id
  const isOff = disabledBecause !== undefined
  return (
    <button
      type="button"
      className="mini handle"
      aria-label={t`Move ${name}`}
      aria-describedby={howId}
      aria-pressed={isLifted}
      aria-disabled={isOff}
      {...(isOff ? describedTooltip(disabledBecause) : tooltip(t`Move ${name}`))}
      onPointerDown={isOff ? undefined : drag(id)}
      onClick={() => {
        if (isOff) return
        if (isLifted) lifting.drop()
        else lifting.lift(id, 'key')
      }}
    >
      <Icon shape={grip} />
    </button>
  )
}

/** Buttons that move the lifted row. */
export function MoveButtons<T extends SortableItem>({ lifting }: Pick<HandleProps<T>, 'lifting'>) {
  const { t } = useLingui()
  const { lifted, moveTo, drop } = lifting
  if (!lifted) return null
  return (
    <>
      <IconButton icon={up} label={t`Move up`} onPress={() => moveTo(lifted.to - 1)} />
      <IconButton icon={down} label={t`Move down`} onPress={() => moveTo(lifted.to + 1)} />
      <Button onPress={drop}>
        <Trans>Drop here</Trans>
      </Button>
    </>
  )
}

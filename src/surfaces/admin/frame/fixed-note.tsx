import { Trans } from '@lingui/react/macro'
import type { GateRequirements } from '../../../contract/access/gate.rules.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { useAdmin } from '../context.tsx'

interface Fixed {
  /** Nothing can be changed: the user may not, or the element is read-only. */
  readonly isFixed: boolean
  /** Why the user may not change anything. */
  readonly mayNot: string | undefined
}

/** Whether the user may change the settings of a screen. */
export function useFixed(ask: GateRequirements): Fixed {
  const { isReadonly } = useAdmin()
  const mayNot = useDisabledReason()(ask)
  return { isFixed: isReadonly || mayNot !== undefined, mayNot }
}

/** Says why the settings of a screen cannot be changed; nothing if they can, or if the whole element is read-only. */
export function FixedNote({ mayNot }: Pick<Fixed, 'mayNot'>) {
  const { isReadonly } = useAdmin()
  if (isReadonly || mayNot === undefined) return null
  return (
    <Callout kind="info" heading={<Trans>You can read these settings but not change them</Trans>}>
      {mayNot}
    </Callout>
  )
}

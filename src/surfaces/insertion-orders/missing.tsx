import { Trans, useLingui } from '@lingui/react/macro'
import { usePathLink } from '../../parts/navigation/link.tsx'
import { Button } from '../../ui/button.tsx'
import { alert } from '../../ui/icon/icons.ts'
import { EmptyState } from '../../ui/states.tsx'

/** An order that does not exist, or that the user has no access to. */
export function OrderMissing() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  return (
    <EmptyState
      icon={alert}
      heading={<Trans>Insertion order not found</Trans>}
      text={<Trans>It doesn’t exist, or you don’t have access to it.</Trans>}
    >
      <Button onPress={linkTo('', t`Insertion orders`).onNavigate}>
        <Trans>View all insertion orders</Trans>
      </Button>
    </EmptyState>
  )
}

import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useCampaigns } from '../context.tsx'
import { useCampaignLinks } from '../host-links.ts'

const LazyNewCampaignMenu = lazyIdle(() => import('./new-campaign-menu.tsx'))

/** Placeholder of the same size while the menu loads. */
const menuPlaceholder = (
  <span className="button primary ways" aria-hidden="true">
    <Icon shape={chevronDown} />
  </span>
)

/** Button and menu to create a campaign; renders nothing when the element is read-only or forbids creation. */
export function NewCampaign() {
  const { noCreate } = useCampaigns()
  const { isReadonly } = useScope()
  const hostLinks = useCampaignLinks()
  const mayNot = useDisabledReason()({ permissions: ['campaigns.create'] })
  if (noCreate || isReadonly) return null
  return (
    <span className="split">
      <Button kind="primary" disabledBecause={mayNot} onPress={() => hostLinks.create({})}>
        <Trans>New campaign</Trans>
      </Button>
      {mayNot === undefined && (
        <Suspense fallback={menuPlaceholder}>
          <LazyNewCampaignMenu />
        </Suspense>
      )}
    </span>
  )
}

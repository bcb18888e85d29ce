import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { gateResult, useViewer } from '../../../parts/scope/viewer.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { useAdmin } from '../context.tsx'
import { type Area, areasOfAdvertiser, areasOfClient, platformAreas } from './areas.ts'

interface AreaGroup {
  readonly id: string
  /** The name of the tenant; the platform's own areas have none. */
  readonly name?: string | undefined
  readonly areas: readonly Area[]
}

/** The areas that the user may see: those of the platform, of the client and of the advertiser of the path. */
function useAreaGroups(): readonly AreaGroup[] {
  const { t } = useLingui()
  const { place } = useAdmin()
  const { memberGroup, advertiser } = useClient()
  const viewer = useViewer()
  const { clientId, advertiserId } = place
  const groups: AreaGroup[] = [{ id: 'platform', areas: platformAreas }]
  if (clientId !== undefined) groups.push({ id: 'client', name: memberGroup?.name ?? t`Client`, areas: areasOfClient(clientId) })
  if (clientId !== undefined && advertiserId !== undefined)
    groups.push({ id: 'advertiser', name: advertiser?.name ?? t`Advertiser`, areas: areasOfAdvertiser(clientId, advertiserId) })
  return groups
    .map((group) => ({ ...group, areas: group.areas.filter(({ ask }) => gateResult(viewer, ask) === true) }))
    .filter(({ areas }) => areas.length > 0)
}

/** The list of areas. On a narrow page it opens below a button that names the current area. */
export function AreaList() {
  const { t, i18n } = useLingui()
  const { pathname, query } = usePath()
  const linkTo = usePathLink()
  const [isOpen, setOpen] = useState(false)
  const groups = useAreaGroups()
  const chosen = query.get('tab')
  const isCurrent = (area: Area) => area.owns(pathname, chosen)
  const current = groups.flatMap(({ areas }) => areas).findLast(isCurrent)
  return (
    <nav className="admin-areas" aria-label={t`Areas`}>
      <button type="button" className="button secondary admin-areas-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {current ? i18n._(current.label) : <Trans>Areas</Trans>}
      </button>
      <div className={isOpen ? 'open' : ''}>
        {groups.map(({ id, name, areas }) => (
          <section key={id}>
            {name !== undefined && <h2 dir="auto">{name}</h2>}
            <ul>
              {areas.map((area) => {
                const target = linkTo(area.path, i18n._(area.label))
                const follow = () => {
                  setOpen(false)
                  target.onNavigate()
                }
                return (
                  <li key={area.id}>
                    <Link className="admin-area" target={{ ...target, onNavigate: follow }} isCurrent={area === current}>
                      {i18n._(area.label)}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

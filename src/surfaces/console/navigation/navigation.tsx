import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { gateRule } from '../../../contract/access/gate.rules.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { currentEntryPath, type VisibleGroups, visibleGroups } from './entries.ts'
import { useNavigationOptions } from './use-options.ts'
import { tooltip } from '../../../ui/dialog/tooltip-text.ts'

/** The navigation entries of this user at this client. */
export function useVisibleGroups(): VisibleGroups {
  const viewer = useViewer()
  const options = useNavigationOptions()
  return useMemo(() => {
    if (viewer.state !== 'known') return []
    return visibleGroups(options, (requirements) => gateRule(viewer.access, requirements) === true)
  }, [viewer, options])
}

export function Navigation({ groups, onNavigate }: { readonly groups: VisibleGroups; readonly onNavigate?: () => void }) {
  const { t, i18n } = useLingui()
  const { path } = useElementContext()
  const linkTo = usePathLink()
  const current = currentEntryPath(groups, path)
  return (
    <nav className="console-nav" aria-label={t`Main navigation`}>
      {groups.map(({ id, name, entries }) => (
        <section key={id}>
          {name && <h2>{i18n._(name)}</h2>}
          <ul>
            {entries.map((entry) => {
              const label = i18n._(entry.name)
              const link = linkTo(entry.path, label)
              const navigate = () => {
                onNavigate?.()
                link.onNavigate()
              }
              return (
                <li key={entry.path} {...tooltip(label)}>
                  <Link target={{ href: link.href, onNavigate: navigate }} className="console-entry" isCurrent={entry.path === current}>
                    <Icon shape={entry.icon} />
                    <span>{label}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </nav>
  )
}

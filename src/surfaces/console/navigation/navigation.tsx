import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { passes } from '../../../contract/access/gate.rules.ts'
import { useGuest } from '../../../kit/host/guest.tsx'
import { usePerson } from '../../../parts/scope/person.tsx'
import { usePlaceLink } from '../../../parts/navigation/link.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { currentPath, type Offered, offered } from './entries.ts'
import { useGround } from './use-options.ts'

/** The navigation entries of this user at this client. */
export function useOffered(): Offered {
  const known = usePerson()
  const ground = useGround()
  return useMemo(() => {
    if (known.state !== 'known') return []
    return offered(ground, (ask) => passes(known.standing, ask) === true)
  }, [known, ground])
}

export function Navigation({ groups, onGone }: { readonly groups: Offered; readonly onGone?: () => void }) {
  const { t, i18n } = useLingui()
  const { path } = useGuest()
  const linkTo = usePlaceLink()
  const current = currentPath(groups, path)
  return (
    <nav className="console-nav" aria-label={t`Main navigation`}>
      {groups.map(({ id, name, entries }) => (
        <section key={id}>
          {name && <h2>{i18n._(name)}</h2>}
          <ul>
            {entries.map((entry) => {
              const label = i18n._(entry.name)
              const { href, onGo } = linkTo(entry.path, label)
              const go = () => {
                onGone?.()
                onGo()
              }
              return (
                <li key={entry.path} title={label}>
                  <Link target={{ href, onGo: go }} className="console-entry" isCurrent={entry.path === current}>
                    <Icon shape={entry.sign} />
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

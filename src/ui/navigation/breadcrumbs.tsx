import { useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { more } from '../icon/icons.ts'
import { chevronEnd } from '../icon/control-icons.ts'
import { Overlay } from '../dialog/overlay.tsx'
import { addStyles } from '../theme/styles.ts'
import css from './breadcrumbs.css'
import { Link, type LinkTarget } from './link.tsx'

addStyles(css)

export interface Crumb {
  readonly id: string
  readonly label: string
  readonly target: LinkTarget
}

/** Number of breadcrumbs in a narrow container: the first and the last two. */
const minCrumbs = 3

/** Menu with the hidden breadcrumbs. */
function HiddenCrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const { t } = useLingui()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const leave = (go: () => void) => {
    setOpen(false)
    go()
  }
  return (
    <li className="between">
      <button
        type="button"
        ref={anchor}
        className="mini"
        aria-label={t`More breadcrumbs`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon shape={more} />
      </button>
      {isOpen && (
        <Overlay anchor={anchor} onClose={() => setOpen(false)} id={id} label={t`More breadcrumbs`} className="crumb-list">
          {crumbs.map(({ id: key, label, target }) => (
            <Link key={key} target={{ ...target, onNavigate: () => leave(target.onNavigate) }}>
              {label}
            </Link>
          ))}
        </Overlay>
      )}
      <Icon shape={chevronEnd} />
    </li>
  )
}

/** Breadcrumbs. All but the last are links; the last is the current page. */
export function Breadcrumbs({ crumbs, label }: { readonly crumbs: readonly Crumb[]; readonly label?: string }) {
  const { t } = useLingui()
  const last = crumbs.length - 1
  const middle = crumbs.length > minCrumbs ? crumbs.slice(1, last - 1) : []
  return (
    <nav className="crumbs" aria-label={label ?? t`Breadcrumb`}>
      <ol>
        {crumbs.map((crumb, index) => [
          index === 1 && middle.length > 0 && <HiddenCrumbs key="between" crumbs={middle} />,
          <li key={crumb.id} className={middle.includes(crumb) ? 'middle' : undefined}>
            {index === last ? (
              <span className="cut" aria-current="page">
                {crumb.label}
              </span>
            ) : (
              <>
                <Link target={crumb.target} className="cut">
                  {crumb.label}
                </Link>
                <Icon shape={chevronEnd} />
              </>
            )}
          </li>,
        ])}
      </ol>
    </nav>
  )
}

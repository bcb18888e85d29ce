import type { ReactNode } from 'react'
import { chevronStart } from '../../ui/icon/control-icons.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Link, type LinkTarget } from '../../ui/navigation/link.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './detail.css'

addStyles(css)

interface DetailPageProps {
  readonly className?: string
  readonly children: ReactNode
}

/** The page of a record: its header, then its tabs or sections. */
export const DetailPage = ({ className, children }: DetailPageProps) => (
  <div className={className ? `detail ${className}` : 'detail'}>{children}</div>
)

interface DetailHeaderProps {
  /** Link to the parent page; undefined on a page with breadcrumbs. */
  readonly back?: { readonly target: LinkTarget; readonly label: ReactNode } | undefined
  /** The name as text, or a heading of its own, such as one that can be edited. */
  readonly name: ReactNode
  /** Next to the name. */
  readonly actions?: ReactNode
  /** Below the name, such as the status. */
  readonly children?: ReactNode
}

/** The header of a record's page: the way back, the name with its actions, and what matters most. */
export function DetailHeader({ back, name, actions, children }: DetailHeaderProps) {
  return (
    <header className="detail-head">
      {back && (
        <Link target={back.target} className="detail-back">
          <Icon shape={chevronStart} />
          {back.label}
        </Link>
      )}
      <div className="detail-name">
        {typeof name === 'string' ? <h2 dir="auto">{name}</h2> : name}
        {actions && <div className="row detail-acts">{actions}</div>}
      </div>
      {children}
    </header>
  )
}

import type { ReactNode } from 'react'
import { chevronStart } from '../../../ui/icon/control-icons.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Link, type LinkTarget } from '../../../ui/navigation/link.tsx'
import { useCampaigns } from '../context.tsx'

interface BackLinkProps {
  readonly target: LinkTarget
  readonly children: ReactNode
}

/** Link to the parent page. A page with breadcrumbs hides it by `no-back`. */
export function BackLink({ target, children }: BackLinkProps) {
  const { noBack } = useCampaigns()
  if (noBack) return null
  return (
    <Link target={target} className="detail-back">
      <Icon shape={chevronStart} />
      {children}
    </Link>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { Overview } from '../../../contract/alerts/overviews.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { count } from '../../../ui/format/format.ts'
import { InlineStatus, useStatusAppearance } from '../../../ui/badge/status-badge.tsx'
import { Link } from '../../../ui/navigation/link.tsx'

type StatusCount = Overview['campaigns'][number]

function StatusChip({ clientId, counted }: { readonly clientId: number; readonly counted: StatusCount }) {
  const { i18n } = useLingui()
  const linkTo = usePathLink()
  const { word } = useStatusAppearance(counted.status)
  const path = `clients/${clientId}/campaigns?${new URLSearchParams({ 'filter.status': counted.status })}`
  return (
    <li>
      <InlineStatus status={counted.status}>
        <Link target={linkTo(path, word)}>{word}</Link>
      </InlineStatus>
      <span className="many">{count(counted.count, i18n.locale)}</span>
    </li>
  )
}

/** Campaign counts by status, linked to the filtered list. */
export function CampaignStatuses({ clientId, campaigns }: { readonly clientId: number; readonly campaigns: readonly StatusCount[] }) {
  const total = campaigns.reduce((sum, item) => sum + item.count, 0)
  return (
    <section aria-labelledby="statuses">
      <h2 id="statuses">
        <Trans>Campaigns by status</Trans>
      </h2>
      {total === 0 ? (
        <p className="quiet">
          <Trans>No campaigns yet</Trans>
        </p>
      ) : (
        <ul className="status-chips">
          {campaigns.map((counted) => (
            <StatusChip key={counted.status} clientId={clientId} counted={counted} />
          ))}
        </ul>
      )}
    </section>
  )
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { alertCodes, alertSeverity } from '../../../contract/alerts/advertiser-alerts.rules.ts'
import type { ClientAlert, Overview } from '../../../contract/alerts/overviews.ts'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { alert } from '../../../ui/icon/icons.ts'
import { info, warning } from '../../../ui/icon/control-icons.ts'
import { Link, type LinkTarget } from '../../../ui/navigation/link.tsx'
import { useAlertWords, useCountWords } from './use-alert-words.tsx'

const shapes = { error: alert, warning, info }
type Severity = keyof typeof shapes

function SeverityIcon({ severity }: { readonly severity: Severity }) {
  const { t } = useLingui()
  const words = { error: t`Urgent`, warning: t`Warning`, info: t`Note` }
  return (
    <span className={`severity ${severity}`}>
      <Icon shape={shapes[severity]} label={words[severity]} />
    </span>
  )
}

interface Line {
  readonly id: string
  readonly severity: Severity
  readonly text: string
  /** What the line counts: the review queue, or its alerts below. */
  readonly target?: LinkTarget
}

function useLines({ clientId, overview, isClientPending }: AttentionProps): Line[] {
  const { t } = useLingui()
  const countWords = useCountWords()
  const linkTo = usePathLink()
  const { setQuery } = usePath()
  const waiting = overview.under_review
  return [
    ...(isClientPending
      ? [{ id: 'client', severity: 'warning' as const, text: t`Client is pending approval after its details changed` }]
      : []),
    ...(waiting > 0
      ? [
          {
            id: 'reviews',
            severity: 'warning' as const,
            text: t`${plural(waiting, { one: '# campaign is waiting for review', other: '# campaigns are waiting for review' })}`,
            target: linkTo(`clients/${clientId}/campaigns/review-media`, t`Review queue`),
          },
        ]
      : []),
    ...overview.alert_counts.map(({ code, count }) => ({
      id: code,
      severity: alertSeverity[code],
      text: countWords(code, count),
      target: { onNavigate: () => setQuery({ alerts: code }) },
    })),
  ]
}

interface AttentionProps {
  readonly clientId: number
  readonly overview: Overview
  readonly isClientPending: boolean
}

/** Counts of issues that need attention, by type; each leads to its issues. */
export function Attention(props: AttentionProps) {
  const lines = useLines(props)
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">
        <Trans>Needs attention</Trans>
      </h2>
      {lines.length === 0 ? (
        <p className="quiet">
          <Trans>Nothing needs your attention</Trans>
        </p>
      ) : (
        <ul className="lines">
          {lines.map(({ id, severity, text, target }) => (
            <li key={id}>
              <SeverityIcon severity={severity} />
              <span className="attention-text">{target ? <Link target={target}>{text}</Link> : text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface AlertsProps {
  readonly clientId: number
  readonly alerts: readonly ClientAlert[]
  /** Number of all alerts, by code. */
  readonly counts: Overview['alert_counts']
}

function AlertLine({ clientId, about }: { readonly clientId: number; readonly about: ClientAlert }) {
  const words = useAlertWords()
  const linkTo = usePathLink()
  const { advertiser, campaign } = about
  const campaignsPath = `clients/${clientId}/advertisers/${advertiser.advertiser_id}/campaigns`
  const name = campaign?.name ?? advertiser.name
  return (
    <li>
      <SeverityIcon severity={about.severity} />
      <span className="attention-text">
        <Link target={linkTo(campaign ? `${campaignsPath}/${campaign.campaign_id}` : campaignsPath, name)}>{name}</Link>
        <small>
          {words(about)}
          {campaign && ` · ${advertiser.name}`}
        </small>
      </span>
    </li>
  )
}

/** Number of alerts shown before "Show more". */
const maxShown = 20

/** The most urgent alerts, or those of the code in the URL. */
export function Alerts({ clientId, alerts, counts }: AlertsProps) {
  const { t } = useLingui()
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const { query, setQuery } = usePath()
  const shown = query.get('alerts')
  const code = alertCodes.find((item) => item === shown)
  const matching = code ? alerts.filter((item) => item.code === code) : alerts
  const visibleAlerts = shown === null ? matching.slice(0, maxShown) : matching
  const hidden = matching.length - visibleAlerts.length
  const rest = (code ? (counts.find((item) => item.code === code)?.count ?? 0) : total) - matching.length
  const more = t`${plural(rest, { one: 'and # more', other: 'and # more' })}`
  return (
    <section aria-labelledby="alerts">
      <header className="row">
        <h2 id="alerts">
          <Trans>Alerts</Trans>
        </h2>
        {code && (
          <Button kind="plain" onPress={() => setQuery({ alerts: undefined })}>
            <Trans>Show all alerts</Trans>
          </Button>
        )}
      </header>
      {matching.length === 0 ? (
        <p className="quiet">
          <Trans>No alerts</Trans>
        </p>
      ) : (
        <ul className="lines">
          {visibleAlerts.map((item) => (
            <AlertLine
              key={`${item.advertiser.advertiser_id} ${item.campaign?.campaign_id} ${item.code}`}
              clientId={clientId}
              about={item}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button kind="plain" onPress={() => setQuery({ alerts: 'all' })}>
          {t`${plural(hidden, { one: 'Show # more', other: 'Show # more' })}`}
        </Button>
      )}
      {rest > 0 && hidden === 0 && <p className="quiet">{more}</p>}
    </section>
  )
}

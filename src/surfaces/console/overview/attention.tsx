import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type AlertCode, alertCodes } from '../../../contract/alerts/advertiser-alerts.rules.ts'
import type { ClientAlert, Overview } from '../../../contract/alerts/overviews.ts'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { alert } from '../../../ui/icon/icons.ts'
import { info, warning } from '../../../ui/icon/control-icons.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { useAvailability } from '../flags.ts'
import { ledgerTag } from '../surface/event-links.ts'
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

interface AttentionProps {
  readonly clientId: number
  readonly overview: Overview
  readonly isClientPending: boolean
}

function TextLine({ children }: { readonly children: ReactNode }) {
  return (
    <li>
      <SeverityIcon severity="warning" />
      <span className="attention-text">{children}</span>
    </li>
  )
}

/** What concerns the client as a whole: its own approval, and the review queue. */
function ClientLines({ clientId, overview: { under_review: waiting }, isClientPending }: AttentionProps) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  return (
    <>
      {isClientPending && (
        <TextLine>
          <Trans>Client is pending approval after its details changed</Trans>
        </TextLine>
      )}
      {waiting > 0 && (
        <TextLine>
          <Link target={linkTo(`clients/${clientId}/campaigns/review-media`, t`Review queue`)}>
            {t`${plural(waiting, { one: '# campaign is waiting for review', other: '# campaigns are waiting for review' })}`}
          </Link>
        </TextLine>
      )}
    </>
  )
}

interface FundsLinkProps {
  readonly clientId: number
  readonly about: ClientAlert
}

/** Opens the panel to add funds, which asks what the budget of the campaign lacks. */
function AddFundsLink({ clientId, about: { advertiser, campaign } }: FundsLinkProps) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const subject = campaign?.name ?? advertiser.name
  const path = `clients/${clientId}/advertisers/${advertiser.advertiser_id}/funds?add=1`
  return (
    <Link label={t`Add funds: ${subject}`} target={linkTo(campaign ? `${path}&campaign=${campaign.campaign_id}` : path)}>
      <Trans>Add funds</Trans>
    </Link>
  )
}

/** The page of funds that an alert about the advertiser itself belongs to. */
const fundsTabs: Partial<Readonly<Record<AlertCode, string>>> = { auto_rebill_off: 'auto-rebill', invoice_overdue: 'invoices' }

/** Leads to the page that ends a lack of money: the panel to add funds, or the spend limit. */
function MoneyLink({ clientId, about }: FundsLinkProps) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { gate, limit, advertiser, campaign } = about
  if (gate === 'no_funds' || limit === 'funds')
    return (
      <Gate permissions={['funds.add']} fallback={null}>
        <AddFundsLink clientId={clientId} about={about} />
      </Gate>
    )
  if (gate !== 'spend_limit' && limit !== 'spend_limit') return null
  const subject = campaign?.name ?? advertiser.name
  const path = `clients/${clientId}/advertisers/${advertiser.advertiser_id}/funds/spend-limits`
  return (
    <Gate permissions={['spend_limits.read']} fallback={null}>
      <Link label={t`View spend limit: ${subject}`} target={linkTo(path)}>
        <Trans>View spend limit</Trans>
      </Link>
    </Gate>
  )
}

function AlertLine({ clientId, about }: FundsLinkProps) {
  const words = useAlertWords()
  const linkTo = usePathLink()
  const hasFunds = useAvailability()(ledgerTag) === 'on'
  const { advertiser, campaign } = about
  const advertiserPath = `clients/${clientId}/advertisers/${advertiser.advertiser_id}`
  const campaignsPath = `${advertiserPath}/campaigns`
  const fundsTab = hasFunds ? fundsTabs[about.code] : undefined
  const fundsPath = fundsTab && `${advertiserPath}/funds/${fundsTab}`
  const ordersPath = about.code === 'invoice_waiting' ? `clients/${clientId}/insertion-orders?po_missing=1` : undefined
  const accountPath = ordersPath ?? fundsPath ?? campaignsPath
  const name = campaign?.name ?? advertiser.name
  return (
    <li>
      <SeverityIcon severity={about.severity} />
      <span className="attention-text">
        <Link target={linkTo(campaign ? `${campaignsPath}/${campaign.campaign_id}` : accountPath, name)}>{name}</Link>
        <small>
          {words(about)}
          {campaign && ` · ${advertiser.name}`}
        </small>
        {hasFunds && <MoneyLink clientId={clientId} about={about} />}
      </span>
    </li>
  )
}

interface CodeFilterProps {
  readonly counts: Overview['alert_counts']
  readonly code: AlertCode | undefined
  readonly onChoose: (code: AlertCode | undefined) => void
}

/** Counts of the alerts by type. Each one filters the list; pressed again, it shows all alerts. */
function CodeFilter({ counts, code: chosen, onChoose }: CodeFilterProps) {
  const { t } = useLingui()
  const countWords = useCountWords()
  return (
    <ul className="alert-codes" aria-label={t`Filter by type`}>
      {counts.map(({ code, count }) => (
        <li key={code}>
          <button
            type="button"
            className="alert-code"
            aria-pressed={code === chosen}
            onClick={() => onChoose(code === chosen ? undefined : code)}
          >
            {countWords(code, count)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Number of alerts shown before "Show more". */
const maxShown = 20

/** The alerts to show: the most urgent ones, or those of the type in the URL. */
function useShownAlerts({ alerts, alert_counts: counts }: Overview) {
  const { query } = usePath()
  const shown = query.get('alerts')
  const code = alertCodes.find((item) => item === shown)
  const matching = code ? alerts.filter((item) => item.code === code) : alerts
  const visible = shown === null ? matching.slice(0, maxShown) : matching
  const counted = code ? counts.filter((item) => item.code === code) : counts
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  return { code, visible, hidden: matching.length - visible.length, rest: total - matching.length }
}

/** Everything that needs attention in one list: the client's own issues, then the most urgent alerts. */
export function Attention(props: AttentionProps) {
  const { t } = useLingui()
  const { clientId, overview, isClientPending } = props
  const { setQuery } = usePath()
  const { code, visible, hidden, rest } = useShownAlerts(overview)
  const counts = overview.alert_counts
  const isEmpty = !isClientPending && overview.under_review === 0 && counts.length === 0
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">
        <Trans>Needs attention</Trans>
      </h2>
      {(counts.length > 1 || code) && <CodeFilter counts={counts} code={code} onChoose={(alerts) => setQuery({ alerts })} />}
      {isEmpty ? (
        <p className="quiet">
          <Trans>Nothing needs your attention</Trans>
        </p>
      ) : (
        <ul className="lines">
          {!code && <ClientLines {...props} />}
          {visible.map((item) => (
            <AlertLine
              key={`${item.advertiser.advertiser_id} ${item.campaign?.campaign_id} ${item.code}`}
              clientId={clientId}
              about={item}
            />
          ))}
        </ul>
      )}
      {code && visible.length === 0 && (
        <Button kind="plain" onPress={() => setQuery({ alerts: undefined })}>
          <Trans>Show all alerts</Trans>
        </Button>
      )}
      {hidden > 0 && (
        <Button kind="plain" onPress={() => setQuery({ alerts: 'all' })}>
          {t`${plural(hidden, { one: 'Show # more', other: 'Show # more' })}`}
        </Button>
      )}
      {rest > 0 && hidden === 0 && <p className="quiet">{t`${plural(rest, { one: 'and # more', other: 'and # more' })}`}</p>}
    </section>
  )
}

import { useLingui } from '@lingui/react/macro'
import type { Serving } from '../../../contract/serving/serving.ts'
import { usePath } from '../../../kit/path.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { isOfFunds, type Remedy, useServingText } from './serving-words.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { done, info, warning } from '../../../ui/icon/control-icons.ts'
import type { Tone } from '../../../ui/badge/status-labels.ts'
import { Link, type LinkTarget } from '../../../ui/navigation/link.tsx'
import { useCampaignLinks } from '../host-links.ts'
import { GateAdvice, StatusPanel } from './status-panel.tsx'

interface ServingLineProps {
  readonly serving: Serving
  readonly currency: CurrencyFormat
  readonly entities: number
  readonly advertiserId: number
  readonly campaignId: number
  readonly of?: 'campaign' | 'ad_group'
  /** Set for ad groups only. */
  readonly adGroupId?: number
  readonly reviewComment?: string
  /** Tab for each fix. A fix that has neither a tab nor a link is only described. */
  readonly tabs: Partial<Readonly<Record<Remedy, string>>>
  /** Links for fixes that are on another page. */
  readonly links?: Partial<Readonly<Record<Remedy, LinkTarget>>>
}

const shapes: Readonly<Record<Tone, typeof info>> = { good: done, idle: info, info, warn: warning, bad: warning }

/** Says whether a campaign or ad group serves, why it does not, and links to the fix. */
export function ServingLine(props: ServingLineProps) {
  const { of = 'campaign', adGroupId, serving, currency, entities, advertiserId, campaignId, reviewComment, tabs, links } = props
  const { t } = useLingui()
  const hostLinks = useCampaignLinks()
  const { setQuery } = usePath()
  const label = useLabel()
  const line = useServingText()(serving, { of, currency, entities, label, ...(reviewComment && { reviewComment }) })
  const { remedy } = line
  const { gate, values } = serving
  const { status = '' } = values
  const isOwn = gate === (of === 'campaign' ? 'campaign_status' : 'ad_group_status')
  const isWaiting = isOwn && (status === 'paused' || status === 'pending')
  const tab = remedy && tabs[remedy.does]
  const openFunds = () => (remedy?.does === 'limits' ? hostLinks.spendLimit(advertiserId) : hostLinks.funds(advertiserId, campaignId))
  const remedyTarget = isOfFunds(remedy?.does) ? { onNavigate: openFunds } : remedy && links?.[remedy.does]
  const target = remedyTarget ?? (tab === undefined ? undefined : { onNavigate: () => setQuery({ tab }) })
  return (
    <p className={`serving-line ${line.tone}`} role="status" aria-label={t`Serving status`}>
      {/* A paused or pending item shows the mark of its status instead of an icon. */}
      {!isWaiting && <Icon shape={shapes[line.tone]} />}
      <span>
        {isWaiting ? <StatusPanel {...{ status, adGroupId }} /> : line.text || reviewComment}
        {line.text && !isWaiting && '. '}
        {remedy && target && <Link target={target}>{remedy.label}</Link>}
        {!isWaiting && !(of === 'ad_group' && gate === 'campaign_status') && <GateAdvice gate={gate} values={values} />}
      </span>
    </p>
  )
}

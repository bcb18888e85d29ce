import { Trans, useLingui } from '@lingui/react/macro'
import type { DraftEstimate } from '../../../contract/drafts/drafts.ts'
import { microsOf, missingFunds } from '../../../contract/money/money.ts'
import { problemText } from '../../../kit/problem.ts'
import { StrengthBar } from '../../../parts/money/strength-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { Money } from '../../../ui/format/money.tsx'
import { useBuilder } from '../context.tsx'
import { useDraftContext } from '../draft/context.ts'
import { useBuilderLinks } from '../host-links.ts'
import { limitWords, useForecastReachText, useForecastRunOutText } from './words.ts'
import { SpendChart } from './spend-chart.tsx'
import css from './forecast.css'
import type { EstimateRead } from '../draft/context.ts'

addStyles(css)

/** From this width on, the panel is next to the form. */
export const sidePanelMinWidth = 992

/** Estimated reach. */
function ReachSection({ estimate: { reach } }: { readonly estimate: DraftEstimate }) {
  const textOf = useForecastReachText()
  return (
    <div className="piece">
      <p className="quiet">
        <Trans>Reach</Trans>
      </p>
      <p className="forecast-figure">{textOf(reach)}</p>
      {reach && (
        <p className="quiet">
          <Trans>people</Trans>
        </p>
      )}
    </div>
  )
}

/** Projected spend, and the funds left. */
function SpendSection({ estimate: { spend, funds_left, binds } }: { readonly estimate: DraftEstimate }) {
  const { i18n } = useLingui()
  const { currency } = useDraftContext()
  return (
    <div className="piece">
      <div className="pair">
        <span className="quiet">
          <Trans>First-day spend (projected)</Trans>
        </span>
        <b>
          <Money amount={spend.per_day} currency={currency} />
        </b>
      </div>
      {spend.whole !== null && (
        <div className="pair">
          <span className="quiet">
            <Trans>Total</Trans>
          </span>
          <Money amount={spend.whole} currency={currency} />
        </div>
      )}
      <div className="pair">
        <span className="quiet">
          <Trans>Available funds</Trans>
        </span>
        <Money amount={funds_left} currency={currency} />
      </div>
      {binds && (
        <div className="pair">
          <span className="quiet">
            <Trans>Limited by</Trans>
          </span>
          <span>{i18n._(limitWords[binds])}</span>
        </div>
      )}
    </div>
  )
}

/** The limit that is reached first, and its date. */
function RunOutSection({ estimate: { run_out, spend, funds_left } }: { readonly estimate: DraftEstimate }) {
  const runOutText = useForecastRunOutText()
  const { advertiserId } = useDraftContext()
  const hostLinks = useBuilderLinks()
  const { noFunds } = useBuilder()
  if (!run_out) return null
  const { text, kind } = runOutText(run_out)
  const missing = spend.whole === null ? undefined : missingFunds(microsOf(funds_left) - microsOf(spend.whole))
  return (
    <div className="piece">
      <Callout kind={kind} heading={text}>
        {run_out.limit === 'funds' && !noFunds && (
          <Link target={hostLinks.funds(advertiserId, missing)}>
            <Trans>Add funds</Trans>
          </Link>
        )}
        {run_out.limit === 'spend_limit' && !noFunds && (
          <Link target={hostLinks.spendLimit(advertiserId)}>
            <Trans>View spend limit</Trans>
          </Link>
        )}
      </Callout>
    </div>
  )
}

function ForecastSections({ estimate }: { readonly estimate: DraftEstimate }) {
  return (
    <div className="forecast-pieces">
      <ReachSection estimate={estimate} />
      <div className="piece">
        <StrengthBar {...estimate.bid} lacksRateOf={estimate.bid.lacks_rate_of} />
      </div>
      <SpendSection estimate={estimate} />
      <SpendChart estimate={estimate} />
      <RunOutSection estimate={estimate} />
    </div>
  )
}

function ForecastContent({ read }: { readonly read: EstimateRead }) {
  const { t, i18n } = useLingui()
  const { estimate, problem, retry } = read
  const { state } = useDraftContext()
  if (state.draft.campaign_draft_uuid === '')
    return (
      <p className="quiet">
        <Trans>Your forecast appears here as you fill in the campaign.</Trans>
      </p>
    )
  if (!estimate && problem)
    return (
      <Callout
        kind="error"
        heading={t`Forecast unavailable`}
        act={
          <Button onPress={retry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {problemText(problem, i18n)}
      </Callout>
    )
  return estimate ? (
    <ForecastSections estimate={estimate} />
  ) : (
    <div className="skeleton-block" style={{ height: 240 }} role="status" aria-label={t`Loading`} />
  )
}

/** The most important fact, for the collapsed panel. */
function useForecastSummary({ estimate }: EstimateRead) {
  const { t } = useLingui()
  const runOutText = useForecastRunOutText()
  const textOf = useForecastReachText()
  if (!estimate) return t`not available yet`
  if (estimate.run_out && estimate.run_out.limit !== 'end_date') return runOutText(estimate.run_out).text
  const reach = estimate.reach && textOf(estimate.reach)
  return reach ? t`reach ${reach}` : t`not available yet`
}

/** Forecast of the draft, updated while it changes: next to the form, or collapsed below it on narrow screens. */
export function Forecast({ isBeside }: { readonly isBeside: boolean }) {
  const { t } = useLingui()
  const { forecast: read } = useDraftContext()
  const short = useForecastSummary(read)
  return (
    <aside className="forecast" aria-label={t`Forecast`} aria-busy={read.isAsking}>
      {isBeside ? (
        <>
          <header>
            <h3 className="grow">
              <Trans>Forecast</Trans>
            </h3>
            <span className="quiet">
              <Trans>Updated as you type</Trans>
            </span>
          </header>
          <ForecastContent read={read} />
        </>
      ) : (
        <Disclosure heading={<Trans>Forecast</Trans>} note={short}>
          <ForecastContent read={read} />
        </Disclosure>
      )}
    </aside>
  )
}

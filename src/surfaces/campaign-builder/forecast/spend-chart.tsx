import { Trans, useLingui } from '@lingui/react/macro'
import { is } from 'superstruct'
import type { DraftEstimate } from '../../../contract/drafts/drafts.ts'
import { IsoDay } from '../../../contract/ids.ts'
import { dayTick, money } from '../../../ui/format/format.ts'
import { useDraftContext } from '../draft/context.ts'
import { type LimitRow, projectSpend, type SpendPoint } from './projection.ts'
import { limitWords } from './words.ts'

const width = 264
const height = 104

/** The limits with their dates; the first one ends the spending. */
function LimitList({ limits }: { readonly limits: readonly LimitRow[] }) {
  const { t, i18n } = useLingui()
  if (limits.length === 0) return null
  return (
    <ul className="forecast-limits" aria-label={t`Limits`}>
      {limits.map(({ limit, day, share, isFirst }) => (
        <li key={limit} className={isFirst && limit !== 'end_date' ? 'first' : ''}>
          <span className="pair">
            <span>
              {i18n._(limitWords[limit])} {isFirst && limit !== 'end_date' && <small>{t`reached first`}</small>}
            </span>
            <span>{dayTick(day, i18n.locale)}</span>
          </span>
          <span className="limit-bar">
            <span style={{ inlineSize: `${Math.max(2, share * 100)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Projected spend, dashed after the first limit; the limits with their dates. */
export function SpendChart({ estimate: { spend_sums, funds_left, run_out } }: { readonly estimate: DraftEstimate }) {
  const { t, i18n } = useLingui()
  const { currency, state } = useDraftContext()
  const { start_date, end_date = '', always_on } = state.data
  if (!is(start_date, IsoDay)) return null
  const end = !always_on && is(end_date, IsoDay) ? end_date : undefined
  const projection = projectSpend({
    sums: spend_sums.map(({ day, spend }) => ({ day, spend: Number(spend) })),
    funds: Number(funds_left),
    start: start_date,
    end,
    runOut: run_out,
  })
  if (!projection) return null
  const { points, stop, funds, lastDay, limits } = projection
  const y = (share: number) => height - share * height
  const line = (list: readonly SpendPoint[]) => `M${list.map((point) => `${point.at * width} ${y(point.height)}`).join('L')}`
  const stopAt = stop?.at ?? 1
  const spent = [...points.filter(({ at }) => at < stopAt), ...(stop ? [stop] : points.slice(-1))]
  const beyond = stop && [stop, ...points.filter(({ at }) => at > stopAt)]
  const first = dayTick(start_date, i18n.locale)
  const last = dayTick(lastDay, i18n.locale)
  const fundsText = money(funds_left, currency, i18n.locale)
  const stopDay = stop && dayTick(stop.day, i18n.locale)
  return (
    <div className="piece spend-chart">
      <p className="quiet">
        <Trans>Projected spend</Trans>
      </p>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t`Projected spend from ${first} to ${last}`}>
        <path className="axis" d={`M0 ${height - 0.5}H${width}`} />
        {funds !== undefined && <path className="funds" d={`M0 ${y(funds)}H${width}`} />}
        <path className="spent" d={line(spent)} />
        {stop && beyond && (
          <>
            <path className="beyond" d={line(beyond)} />
            <path className="stop" d={`M${stop.at * width} ${y(stop.height)}V${height}`} />
            <circle className="stop" cx={stop.at * width} cy={y(stop.height)} r="4" />
          </>
        )}
        {funds !== undefined && (
          <text x="0" y={Math.max(11, y(funds) - 5)}>
            <Trans>Available funds {fundsText}</Trans>
          </text>
        )}
      </svg>
      <div className="spend-days" aria-hidden="true">
        <span>{first}</span>
        {stop && stop.at > 0.25 && stop.at < 0.75 && <b style={{ insetInlineStart: `${stop.at * 100}%` }}>{stopDay}</b>}
        <span>{last}</span>
      </div>
      <LimitList limits={limits} />
    </div>
  )
}

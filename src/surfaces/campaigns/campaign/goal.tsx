import { Trans, useLingui } from '@lingui/react/macro'
import type { Total } from '../../../contract/reports/trends.ts'
import { percent, ratio } from '../../../ui/format/format.ts'
import { useCampaign } from './gate.tsx'

const roasOf = (total: Total | undefined) => {
  const value = total?.kpis.find(({ metric }) => metric === 'return_on_ad_spend')?.total
  return value === null || value === undefined ? null : Number(value)
}

/** Progress towards the goal as a bar. */
export function Goal({ total }: { readonly total: Total | undefined }) {
  const { t, i18n } = useLingui()
  const { campaign } = useCampaign()
  const { locale } = i18n
  const goal = campaign.goal_roas === null ? null : Number(campaign.goal_roas)
  const reached = roasOf(total)
  const share = goal === null || reached === null ? null : reached / goal
  const wanted = ratio(goal, locale)
  const got = ratio(reached, locale)
  return (
    <section className="detail-goal" aria-label={t`Goal`}>
      <h3>
        <Trans>Goal</Trans>
      </h3>
      {goal === null ? (
        <p className="quiet">
          <Trans>No goal yet. Set one in the Budget tab to measure results against it.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              ROAS <b>{got}</b> vs. goal <b>{wanted}</b>
            </Trans>
          </p>
          {share !== null && (
            <div
              className="goal-bar"
              role="img"
              aria-label={t`${percent(share, locale, 0)} of goal reached`}
              style={{ '--share': `${Math.min(share, 1) * 100}%` } as React.CSSProperties} // React's types do not include custom properties
            />
          )}
        </>
      )}
    </section>
  )
}

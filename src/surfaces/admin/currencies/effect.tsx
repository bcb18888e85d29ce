import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type BidEffect, bidEffects } from '../../../contract/bids/bid-effect.ts'
import type { Call } from '../../../contract/endpoint.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDebouncedText } from '../../../parts/time/use-debounced.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { money } from '../../../ui/format/format.ts'
import { bodyOf, isAmount, type LimitValues } from './limits.ts'

type Subject = Pick<Call<typeof bidEffects.effect>['body'], 'currency_id' | 'bidding_type_id'>

/** What limits would do, in sentences. The first one says what stops. */
export function useEffectTexts() {
  const { t } = useLingui()
  return ({ active, stops, resumes, above }: BidEffect): readonly string[] => {
    const [stopping, stoppingCampaigns] = [stops.ad_groups, stops.campaigns]
    const [resuming, exceeding, running] = [resumes.ad_groups, above.ad_groups, active.ad_groups]
    const campaigns = t`${plural(stoppingCampaigns, { one: '# campaign', other: '# campaigns' })}`
    return [
      stopping > 0 &&
        t`${plural(stopping, { one: '# ad group', other: '# ad groups' })} in ${campaigns} will stop serving, because their bids are below the new minimum.`,
      resuming > 0 && t`${plural(resuming, { one: '# ad group serves again.', other: '# ad groups serve again.' })}`,
      exceeding > 0 &&
        t`${plural(exceeding, {
          one: '# ad group bids more than the new maximum. It keeps its bid until the next edit.',
          other: '# ad groups bid more than the new maximum. They keep their bids until the next edit.',
        })}`,
      stopping + resuming + exceeding === 0 &&
        t`${plural(running, {
          0: 'No ad group is active in this currency.',
          one: 'The active ad group serves as before.',
          other: 'All # active ad groups serve as before.',
        })}`,
    ].filter((text) => text !== false)
  }
}

interface StoppedProps {
  readonly effect: BidEffect
}

/** Ad groups that stop serving, as far as they are named. */
export function StoppedAdGroups({ effect: { stopped_ad_groups: named, stops, ...currency } }: StoppedProps) {
  const { i18n } = useLingui()
  const more = stops.ad_groups - named.length
  if (named.length === 0) return null
  return (
    <ul>
      {named.map(({ ad_group_id, ad_group_name, campaign_name, advertiser_name, bid }) => (
        <li key={ad_group_id} dir="auto">
          {[advertiser_name, campaign_name, ad_group_name].join(' › ')}: {money(bid, currency, i18n.locale)}
        </li>
      ))}
      {more > 0 && (
        <li>
          <Trans>and {more} more</Trans>
        </li>
      )}
    </ul>
  )
}

interface EffectNoteProps extends Subject {
  readonly values: LimitValues
}

/** What the typed limits would do to running campaigns. */
export function EffectNote({ currency_id, bidding_type_id, values }: EffectNoteProps) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const textsOf = useEffectTexts()
  const typed = useDebouncedText(JSON.stringify(bodyOf(values)))
  const body = JSON.parse(typed) as ReturnType<typeof bodyOf> // stringified above
  const isValid = isAmount(body.min_bid) && (body.max_bid === null || isAmount(body.max_bid))
  const call = { path: { memberGroupId }, body: { currency_id, bidding_type_id, ...body } }
  const { data, error } = useRead(bidEffects.effect, isValid ? call : null, { keepPreviousData: true, freshForMs: 0 })
  if (!isValid) return null
  if (error) return <p className="quiet">{problemText(error, i18n)}</p>
  if (!data) return <p className="quiet" role="status">{t`Checking running campaigns…`}</p>
  const [first, ...others] = textsOf(data)
  const isHarmless = data.stops.ad_groups === 0
  return (
    <Callout kind={isHarmless ? 'info' : 'warning'} isAnnounced heading={first}>
      {others.join(' ')}
      <StoppedAdGroups effect={data} />
    </Callout>
  )
}

/** Asks before limits are saved that stop running campaigns. */
export function useEffectQuestion(
  confirm: (question: { heading: React.ReactNode; text: React.ReactNode; label: React.ReactNode }) => Promise<boolean>,
) {
  const textsOf = useEffectTexts()
  return (effect: BidEffect) =>
    effect.stops.ad_groups === 0
      ? Promise.resolve(true)
      : confirm({
          heading: <Trans>Stop running ad groups?</Trans>,
          text: (
            <>
              <p>{textsOf(effect).join(' ')}</p>
              <StoppedAdGroups effect={effect} />
            </>
          ),
          label: <Trans>Save limits</Trans>,
        })
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { is } from 'superstruct'
import type { AdGroupDraft } from '../../../contract/drafts/drafts.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import { IsoDay } from '../../../contract/ids.ts'
import { pacingLabels, periodLabels, labelIn } from '../../../parts/campaigns/labels.ts'
import { addStyles } from '../../../ui/theme/styles.ts'
import { DateText } from '../../../ui/format/date-text.tsx'
import { withBidDigits } from '../../../parts/scope/client.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { useDraftContext } from '../draft/context.ts'
import css from './values.css'

addStyles(css)

/** Values that the ad group sets itself; inherited values are left out. */
function ownValues(
  { data, entity_count }: AdGroupDraft,
  currency: ReturnType<typeof useDraftContext>['currency'],
  word: (text: string) => string,
) {
  const values: ReactNode[] = []
  if (isDecimal(data.base_bid ?? ''))
    values.push(
      <Trans>
        Bid <Money amount={data.base_bid ?? ''} currency={withBidDigits(currency)} />
      </Trans>,
    )
  if (isDecimal(data.budget ?? ''))
    values.push(
      <>
        <Money amount={data.budget ?? ''} currency={currency} /> {data.budget_period && word(data.budget_period)}
      </>,
    )
  if (data.pacing) values.push(word(data.pacing))
  if (is(data.start_date, IsoDay))
    values.push(
      <Trans>
        from <DateText day={data.start_date ?? ''} />
      </Trans>,
    )
  if (is(data.end_date, IsoDay) && !data.always_on)
    values.push(
      <Trans>
        until <DateText day={data.end_date ?? ''} />
      </Trans>,
    )
  if (entity_count > 0) values.push(<Plural value={entity_count} one="# selected" other="# selected" />)
  if (data.targeting && data.targeting.groups.length > 0) values.push(<Trans>custom targeting</Trans>)
  return values
}

/** Ad groups of the draft with their own values. */
export function AdGroupSummary() {
  const { t, i18n } = useLingui()
  const { state, currency } = useDraftContext()
  const word = (text: string) => labelIn(text in periodLabels ? periodLabels : pacingLabels, text, i18n)
  return (
    <ul className="review-groups">
      {state.draft.ad_group_drafts.map((group) => {
        const values = ownValues(group, currency, word)
        return (
          <li key={group.ad_group_draft_uuid}>
            <b>{group.data.name?.trim() || t`Unnamed ad group`}</b>
            <span className="quiet">
              {values.length === 0 && t`all settings from the campaign`}
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the values have a fixed order and no ids
                <span key={index}>
                  {index > 0 && ' · '}
                  {value}
                </span>
              ))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

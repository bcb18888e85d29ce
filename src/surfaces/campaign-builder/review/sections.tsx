import { Plural, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { is } from 'superstruct'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { partsOf, type DraftPart } from '../../../contract/drafts/steps.rules.ts'
import { biddingTypes } from '../../../contract/bids/bidding-configs.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import { IsoDay } from '../../../contract/ids.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { attributionText, channelLabel, fieldLabel, labelIn, pacingLabels, periodLabels } from '../../../parts/campaigns/labels.ts'
import { withBidDigits, useLabel } from '../../../parts/scope/client.tsx'
import { formatDecimal } from '../../../ui/form/decimal-text.ts'
import { count, missingValue } from '../../../ui/format/format.ts'
import type { KeyValue } from '../../../ui/badge/key-values.tsx'
import { DateText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { pathOf, useDraftContext } from '../draft/context.ts'
import { useTemplateName } from '../draft/template-name.ts'
import { AdGroupSummary } from './ad-group-values.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import pictureCss from '../../../parts/images/images.css'
import { ImagePreview } from '../steps/image-preview.tsx'
import css from './values.css'

addStyles(pictureCss)
addStyles(css)

/** Images of the draft with the names of their slots. */
function ImageValues() {
  const { state, draftConstraints } = useDraftContext()
  return (
    <ul className="review-pictures">
      {(state.data.pictures ?? []).map(({ experience_asset_id: id, asset_id }) => {
        const asset = draftConstraints.assets.find((item) => item.experience_asset_id === id)
        return (
          <li key={id}>
            {asset && <ImagePreview slot={asset} assetId={asset_id} sent={undefined} />}
            <span className="quiet">{asset?.name ?? id}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Names of entities in the review; the others are counted. */
const namedEntities = 3

/** The first entities by name, and the number of the others. */
function EntityNames() {
  const { i18n } = useLingui()
  const desk = useDraftContext()
  const { entity_count: total } = desk.state.draft
  const body = { pagination: { start: 0, count: namedEntities } }
  const { data } = useRead(campaignDrafts.entitiesReport, total > 0 ? { path: pathOf(desk), body } : null)
  const names = (data?.entities ?? []).map(({ name }) => name)
  const rest = total - names.length
  return (
    <>
      {count(total, i18n.locale)}
      {names.length > 0 && <span className="quiet">: {names.join(' · ')}</span>}
      {names.length > 0 && rest > 0 && (
        <span className="quiet">
          {' '}
          <Plural value={rest} one="and # other" other="and # others" />
        </span>
      )}
    </>
  )
}

/** Label and value of each part of the draft. */
function useTexts(): Readonly<Partial<Record<DraftPart, readonly [label: string, value: ReactNode]>>> {
  const { t, i18n } = useLingui()
  const desk = useDraftContext()
  const { state, currency, draftConstraints } = desk
  const { data, draft } = state
  const label = useLabel()
  const template = useTemplateName(desk)
  const word = (field: string) => fieldLabel(field, i18n)
  const amount = (text = '', digits = currency) => (isDecimal(text) ? <Money amount={text} currency={digits} /> : text || missingValue)
  const day = (text = '') => (is(text, IsoDay) ? <DateText day={text} /> : text || missingValue)
  const order = draftConstraints.insertion_orders.find((item) => item.insertion_order_id === data.insertion_order_id)
  const { attribution } = data
  return {
    campaign_template_id: [t`Template`, template],
    name: [t`Campaign name`, data.name],
    channel: [word('channel'), data.channel && channelLabel(data.channel, i18n)],
    start_date: [t`Start date`, day(data.start_date)],
    end_date: [t`End date`, data.always_on ? t`Always on` : day(data.end_date)],
    goal_roas: [
      t`ROAS goal`,
      data.goal_type && data.goal_roas ? `${formatDecimal(data.goal_roas, { locale: i18n.locale, digits: 2 })}×` : undefined,
    ],
    insertion_order_id: [t`Insertion order`, order?.name],
    comment: [t`Comment`, data.comment?.trim() || undefined],
    budget_period: [t`Budget period`, data.budget_period ? labelIn(periodLabels, data.budget_period, i18n) : undefined],
    budget: [t`Budget`, amount(data.budget)],
    pacing: [t`Pacing`, data.pacing ? labelIn(pacingLabels, data.pacing, i18n) : undefined],
    bidding_type_id: [t`Charged`, data.bidding_type_id === biddingTypes.CPM ? t`Per 1,000 impressions` : t`Per click`],
    base_bid: [t`Base bid`, amount(data.base_bid, withBidDigits(currency))],
    entities: [label.plural, <EntityNames key="entities" />],
    ad_group_drafts: [
      t`Ad groups`,
      draft.ad_group_drafts.length > 0 ? <AdGroupSummary key="groups" /> : t`One ad group with the campaign’s settings`,
    ],
    attribution: [t`Attribution`, attribution && attributionText(attribution, i18n)],
    pictures: [t`Images`, data.pictures && data.pictures.length > 0 ? <ImageValues key="pictures" /> : undefined],
    targeting: [t`Targeting`, data.targeting && data.targeting.groups.length > 0 ? t`See below` : t`Everyone`],
  }
}

/** Labels and values of a step. Parts that an earlier step shows are left out. */
export function useReviewSections(step: StepKey): { readonly items: readonly KeyValue[]; readonly hasTargeting: boolean } {
  const { state } = useDraftContext()
  const { flow, steps } = state.draft
  const texts = useTexts()
  const partsBefore = new Set(steps.slice(0, steps.indexOf(step)).flatMap((item) => partsOf(flow, item)))
  const newParts = partsOf(flow, step).filter((part) => !partsBefore.has(part))
  const items = newParts.flatMap((part) => {
    const [label, value] = texts[part] ?? []
    return label === undefined ? [] : [{ id: part, label, value }]
  })
  return { items, hasTargeting: newParts.includes('targeting') && (state.data.targeting?.groups.length ?? 0) > 0 }
}

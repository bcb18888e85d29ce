import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Serving, ServingGate } from '../../../contract/serving/serving.ts'
import { type CurrencyFormat, count, money } from '../../../ui/format/format.ts'
import { type Tone, statusLabel } from '../../../ui/badge/status-labels.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { withBidDigits } from '../../../parts/scope/client.tsx'
import { useCampaigns } from '../context.tsx'

/** What fixes a closed gate. Each screen maps it to a tab or a link. */
export type Remedy = 'funds' | 'limits' | 'budget' | 'dates' | 'bid' | 'entities' | 'ad_groups' | 'campaign' | 'review'

/** Text, tone and fix of a serving state. */
export interface ServingText {
  readonly text: string
  /** Red marks a state that the user did not choose. */
  readonly tone: Tone
  readonly remedy?: { readonly does: Remedy; readonly label: string }
}

/** Values that the texts need besides the serving state. */
export interface ServingTextOptions {
  /** Ad groups have their own texts for their own status and for gates of their campaign. */
  readonly of?: 'campaign' | 'ad_group'
  readonly currency: CurrencyFormat
  readonly entities: number
  readonly label: { readonly singular: string; readonly plural: string }
  readonly reviewComment?: string
  /** The page has no funds, so no fix leads there. */
  readonly noFunds?: boolean | undefined
}

type Sentence = (values: Serving['values'], options: ServingTextOptions, i18n: I18n) => string

const amount = (value: string | undefined, { currency }: ServingTextOptions, { locale }: I18n) => money(value ?? null, currency, locale)
const bidAmount = (value: string | undefined, { currency }: ServingTextOptions, { locale }: I18n) =>
  money(value ?? null, withBidDigits(currency), locale)
const day = (value: string | undefined, { locale }: I18n) => (value ? dayText(value, locale, 'full') : '')

/** The client's word within a sentence: German nouns and abbreviations keep their capital. */
function inSentence(label: string, { locale }: I18n) {
  const isAbbreviation = /^\p{Lu}\p{Lu}/u.test(label)
  return isAbbreviation || locale.startsWith('de') ? label : label.charAt(0).toLocaleLowerCase(locale) + label.slice(1)
}

/** True when the value belongs to the other level: an ad group's gate shown on a campaign, or a campaign's gate shown on an ad group. */
const isOtherLevel = (level: string | undefined, of: string) => level !== undefined && level !== of

/** Why the line of an insertion order stops a campaign: one of its days, or its amount. */
function lineText(start_date: string | undefined, end_date: string | undefined, i18n: I18n) {
  if (start_date) return i18n._(msg`The line of the insertion order starts on ${{ day: day(start_date, i18n) }}`)
  if (end_date) return i18n._(msg`The line of the insertion order ended on ${{ day: day(end_date, i18n) }}`)
  return i18n._(msg`Line of the insertion order used up`)
}

const sentences: Readonly<Record<ServingGate, Sentence>> = {
  client_paused: (_, __, i18n) => i18n._(msg`Client paused`),
  advertiser_inactive: ({ status }, _, i18n) => (status === 'pending' ? i18n._(msg`Advertiser pending`) : i18n._(msg`Advertiser inactive`)),
  campaign_status: () => '',
  under_review: (_, __, i18n) => i18n._(msg`Under review. It serves once approved`),
  denied: (_, { reviewComment: comment }, i18n) => comment || i18n._(msg`Rejected in review`),
  not_started: ({ start_date, of: level }, { of = 'campaign' }, i18n) => {
    const begins = day(start_date, i18n)
    if (isOtherLevel(level, of))
      return level === 'ad_group'
        ? i18n._(msg`First ad group starts ${{ day: begins }}`)
        : i18n._(msg`The campaign starts ${{ day: begins }}`)
    return i18n._(msg`Starts ${{ day: begins }}`)
  },
  over: ({ end_date, of: level }, { of = 'campaign' }, i18n) => {
    const ended = day(end_date, i18n)
    if (!isOtherLevel(level, of)) return i18n._(msg`Ended on ${{ day: ended }}`)
    return level === 'ad_group'
      ? i18n._(msg`All ad groups have ended, the last on ${{ day: ended }}`)
      : i18n._(msg`The campaign ended on ${{ day: ended }}`)
  },
  ad_group_status: (_, __, i18n) => i18n._(msg`No ad group is active`),
  no_entities: (_, { label }, i18n) => i18n._(msg`No ${{ label: inSentence(label.plural, i18n) }} to advertise`),
  bid_below_minimum: ({ bid, min_bid }, options, i18n) =>
    i18n._(msg`The bid of ${{ bid: bidAmount(bid, options, i18n) }} is below the minimum of ${{ min: bidAmount(min_bid, options, i18n) }}`),
  no_funds: (_, __, i18n) => i18n._(msg`No funds left`),
  spend_limit: ({ limit }, options, i18n) => i18n._(msg`Spend limit of ${{ limit: amount(limit, options, i18n) }} reached`),
  insertion_order: ({ status = '', of: part, start_date, end_date }, _, i18n) => {
    if (status === 'ended') return i18n._(msg`Insertion order has ended`)
    if (status === 'closed') return i18n._(msg`Insertion order is closed`)
    if (status !== 'approved') return i18n._(msg`Insertion order not approved: ${{ status: statusLabel(status, i18n) }}`)
    if (part === 'line') return lineText(start_date, end_date, i18n)
    if (part !== 'days') return i18n._(msg`Insertion order used up`)
    return start_date
      ? i18n._(msg`The insertion order starts on ${{ day: day(start_date, i18n) }}`)
      : i18n._(msg`The insertion order ended on ${{ day: day(end_date, i18n) }}`)
  },
  budget_used_up: ({ during, of: level }, { of }, i18n) => {
    if (level === 'ad_group' && of !== 'ad_group') return i18n._(msg`Ad group budgets used up`)
    return during === 'today' ? i18n._(msg`Today’s budget is used up`) : i18n._(msg`Budget used up`)
  },
}

export const dates = ['dates', msg`Change dates`] as const
export const seeGroups = ['ad_groups', msg`View ad groups`] as const
export const remedies: Readonly<Partial<Record<ServingGate, readonly [Remedy, ReturnType<typeof msg>] | undefined>>> = {
  denied: ['review', msg`View review`],
  not_started: dates,
  over: dates,
  ad_group_status: seeGroups,
  no_entities: ['entities', msg`Add items`],
  bid_below_minimum: ['bid', msg`Increase bid`],
  no_funds: ['funds', msg`Add funds`],
  spend_limit: ['limits', msg`View spend limit`],
  budget_used_up: ['budget', msg`Change budget`],
}

/** Texts for ad groups that differ from those for campaigns. */
const groupSentences: Readonly<Partial<Record<ServingGate, Sentence>>> = {
  ad_group_status: ({ status }, _, i18n) => (status === 'paused' || status === 'pending' ? i18n._(msg`Activate it to start serving`) : ''),
  campaign_status: ({ status = '' }, _, i18n) => i18n._(msg`Campaign is ${{ status: statusLabel(status, i18n) }}`),
  under_review: (_, __, i18n) => i18n._(msg`The campaign is under review. It serves once approved`),
}
const seeCampaign = ['campaign', msg`View campaign`] as const
const groupRemedies: typeof remedies = { ...remedies, ad_group_status: undefined, campaign_status: seeCampaign }

/** Whether a fix is on the page of the advertiser’s funds. */
export const isOfFunds = (remedy: Remedy | undefined): remedy is 'funds' | 'limits' => remedy === 'funds' || remedy === 'limits'

/** Builds the text, tone and fix for a serving state. */
export function servingText({ gate, values }: Pick<Serving, 'gate' | 'values'>, options: ServingTextOptions, i18n: I18n): ServingText {
  const { entities, label, noFunds, of = 'campaign' } = options
  if (gate === null) {
    const what = inSentence(entities === 1 ? label.singular : label.plural, i18n)
    return { text: i18n._(msg`Serving, ${{ entities: count(entities, i18n.locale) }} ${{ what }}`), tone: 'good' }
  }
  const isGroup = of === 'ad_group'
  // The campaign itself has budget and days left; its ad groups have not, so the fix is there.
  const isOfGroups = !isGroup && values.of === 'ad_group'
  const [does, words] = isOfGroups ? seeGroups : ((isGroup ? groupRemedies : remedies)[gate] ?? [])
  const sentence = (isGroup && groupSentences[gate]) || sentences[gate]
  const isOwn = gate === 'campaign_status' || (isGroup && gate === 'ad_group_status')
  const startsWithOrder = gate === 'insertion_order' && values.start_date !== undefined
  const isPlanned = gate === 'not_started' || startsWithOrder || isOwn || (gate === 'budget_used_up' && values.during === 'today')
  return {
    text: sentence(values, options, i18n),
    tone: isPlanned ? 'idle' : gate === 'under_review' ? 'warn' : 'bad',
    ...(does && words && !(noFunds && isOfFunds(does)) && { remedy: { does, label: i18n._(words) } }),
  }
}

/** True when the item does not serve although its own status and review allow it. */
export const isNotServing = (gate: ServingGate | null, of: 'campaign' | 'ad_group' = 'campaign') =>
  gate !== null && ![of === 'campaign' ? 'campaign_status' : 'ad_group_status', 'under_review', 'denied'].includes(gate)

/** `servingText` in the user's language. */
export function useServingText() {
  const { i18n } = useLingui()
  const { noFunds } = useCampaigns()
  return (serving: Pick<Serving, 'gate' | 'values'>, options: ServingTextOptions) => servingText(serving, { ...options, noFunds }, i18n)
}

/** Short gate names for the list filter. */
export const gateNames: Readonly<Record<ServingGate, ReturnType<typeof msg>>> = {
  client_paused: msg`Client paused`,
  advertiser_inactive: msg`Advertiser inactive`,
  campaign_status: msg`Campaign not active`,
  under_review: msg`Under Review`,
  denied: msg`Rejected`,
  not_started: msg`Not started`,
  over: msg`End date passed`,
  ad_group_status: msg`No active ad group`,
  no_entities: msg`Nothing to advertise`,
  bid_below_minimum: msg`Bid too low`,
  no_funds: msg`No funds`,
  spend_limit: msg`Spend limit reached`,
  insertion_order: msg`Insertion order`,
  budget_used_up: msg`Budget used up`,
}

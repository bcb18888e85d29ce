import { useLingui } from '@lingui/react/macro'
import { usePath } from '../../../kit/path.ts'
import { dates, isOfFunds, remedies, type Remedy, seeGroups, type ServingText } from './serving-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { useCampaignLinks } from '../host-links.ts'
import { useCampaign } from '../campaign/gate.tsx'
import { useCampaigns } from '../context.tsx'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { isDayLimit, type Serving, type SpendLimit } from '../../../contract/serving/serving.ts'
import { dayText } from '../../../ui/format/moment.ts'

/** `runOutText` in the user's language. */
export function useRunOutText(of: 'campaign' | 'ad_group' = 'campaign') {
  const { i18n } = useLingui()
  return (spending: RunOutInput) => runOutText(spending, of, i18n)
}

const limitRemedies: Readonly<Record<SpendLimit, readonly [Remedy, ReturnType<typeof msg>] | undefined>> = {
  funds: remedies.no_funds,
  spend_limit: remedies.spend_limit,
  campaign: remedies.budget_used_up,
  ad_group: seeGroups,
  end_date: dates,
  insertion_order: undefined,
  order_end: undefined,
  line_end: undefined,
}
/** The fix for a limit that stops the campaign too early. */
function limitRemedy(limit: SpendLimit, noFunds: boolean | undefined, i18n: I18n): ServingText['remedy'] {
  const [does, words] = limitRemedies[limit] ?? []
  return does && words && !(noFunds && isOfFunds(does)) ? { does, label: i18n._(words) } : undefined
}

/** Tab of the campaign page for each fix. */
const tabs: Partial<Readonly<Record<Remedy, string>>> = { budget: 'budget', dates: 'budget', ad_groups: 'ad_groups' }

/** The warning appears this many days before. */
const warningDays = 7

/** True if a limit stops the campaign soon and earlier than planned. Once it is stopped, its serving status says why. */
export const isRunOutNear = ({ gate, run_out }: Pick<Serving, 'gate' | 'run_out'>, today: string) =>
  gate === null && run_out !== null && run_out.is_early && run_out.day < addDays(today, warningDays)

/** Warns that a limit will stop the campaign before its planned end, and links to the fix. */
export function RunOutNotice() {
  const { t, i18n } = useLingui()
  const { campaign, today } = useCampaign()
  const hostLinks = useCampaignLinks()
  const { noFunds } = useCampaigns()
  const { setQuery } = usePath()
  const text = useRunOutText()(campaign.serving)
  const first = campaign.serving.run_out
  if (!text || !first || !isRunOutNear(campaign.serving, today)) return null
  const remedy = limitRemedy(first.limit, noFunds, i18n)
  const tab = remedy && tabs[remedy.does]
  const { advertiser_id: advertiserId, campaign_id: campaignId } = campaign
  const openFix = () => {
    if (tab !== undefined) return setQuery({ tab })
    return remedy?.does === 'limits' ? hostLinks.spendLimit(advertiserId) : hostLinks.funds(advertiserId, campaignId)
  }
  return (
    <Callout kind="warning" heading={text} act={remedy && <Button onPress={openFix}>{remedy.label}</Button>}>
      {!isDayLimit(first.limit) && t`At the current pace.`}
    </Callout>
  )
}

const limitWords: Readonly<Record<SpendLimit, (day: string) => MessageDescriptor>> = {
  ad_group: (day) => msg`An ad group’s budget runs out on ${day}`,
  campaign: (day) => msg`The budget runs out on ${day}`,
  insertion_order: (day) => msg`The insertion order runs out on ${day}`,
  funds: (day) => msg`Funds run out on ${day}`,
  spend_limit: (day) => msg`The spend limit is reached on ${day}`,
  order_end: (day) => msg`The insertion order ends on ${day}`,
  line_end: (day) => msg`The line of the insertion order ends on ${day}`,
  end_date: (day) => msg`Runs until its end date, ${day}`,
}

const adGroupLimitWords: typeof limitWords = { ...limitWords, ad_group: (day) => msg`The ad group budget runs out on ${day}` }

/** The serving fields that the text needs. */
type RunOutInput = Pick<Serving, 'run_out' | 'spent_today' | 'spent_total'>

/** On the first day of spending the pace is unknown, so the forecast is the earliest possible day. */
const isEarliestDay = ({ run_out, spent_today, spent_total }: RunOutInput) =>
  run_out !== null && !isDayLimit(run_out.limit) && !run_out.is_early && spent_today === spent_total

/** Says which limit stops the campaign or ad group first, and when, at the current pace; null when no limit is near. */
export function runOutText(spending: RunOutInput, of: 'campaign' | 'ad_group', i18n: I18n): string | null {
  const { run_out } = spending
  if (run_out === null) return null
  const words = of === 'ad_group' ? adGroupLimitWords : limitWords
  const sentence = i18n._(words[run_out.limit](dayText(run_out.day, i18n.locale, 'full')))
  return isEarliestDay(spending) ? i18n._(msg`${{ sentence }}, at the earliest`) : sentence
}

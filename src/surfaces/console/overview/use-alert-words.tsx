import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AlertCode } from '../../../contract/alerts/advertiser-alerts.rules.ts'
import { isStoppingGate, type stoppingGates } from '../../../contract/alerts/campaign-alerts.rules.ts'
import type { ClientAlert } from '../../../contract/alerts/overviews.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { dayTick, money, missingValue } from '../../../ui/format/format.ts'

export function useCountWords() {
  const { t } = useLingui()
  return (code: AlertCode, count: number): string => {
    const words: Readonly<Record<AlertCode, () => string>> = {
      advertiser_inactive: () => t`${plural(count, { one: '# advertiser is inactive', other: '# advertisers are inactive' })}`,
      advertiser_pending: () =>
        t`${plural(count, { one: '# advertiser is pending approval', other: '# advertisers are pending approval' })}`,
      invoice_overdue: () =>
        t`${plural(count, { one: '# advertiser has an overdue invoice', other: '# advertisers have an overdue invoice' })}`,
      invoice_waiting: () => t`${plural(count, { one: '# invoice waits for a PO number', other: '# invoices wait for PO numbers' })}`,
      auto_rebill_off: () => t`${plural(count, { one: '# auto-rebill was switched off', other: '# auto-rebills were switched off' })}`,
      review_denied: () => t`${plural(count, { one: '# campaign was rejected', other: '# campaigns were rejected' })}`,
      campaign_stopped: () => t`${plural(count, { one: '# active campaign is not serving', other: '# active campaigns are not serving' })}`,
      campaign_invalid: () => t`${plural(count, { one: '# campaign is invalid', other: '# campaigns are invalid' })}`,
      no_active_campaign: () =>
        t`${plural(count, { one: '# advertiser has no active campaign', other: '# advertisers have no active campaign' })}`,
      budget_used_up: () =>
        t`${plural(count, { one: '# campaign has used up its budget', other: '# campaigns have used up their budget' })}`,
      budget_running_out: () =>
        t`${plural(count, { one: '# campaign has nearly used up its budget', other: '# campaigns have nearly used up their budget' })}`,
      paused_with_spend: () => t`${plural(count, { one: '# campaign was paused recently', other: '# campaigns were paused recently' })}`,
      spending_slow: () => t`${plural(count, { one: '# campaign is underspending', other: '# campaigns are underspending' })}`,
      ending_soon: () => t`${plural(count, { one: '# campaign ends soon', other: '# campaigns end soon' })}`,
      runs_out_early: () =>
        t`${plural(count, { one: '# campaign will run out of budget early', other: '# campaigns will run out of budget early' })}`,
      review_approved: () => t`${plural(count, { one: '# campaign was approved', other: '# campaigns were approved' })}`,
    }
    return words[code]()
  }
}

/** Why an active campaign does not serve. */
function useStopWords() {
  const { t } = useLingui()
  return (gate: ClientAlert['gate']): string => {
    const words: Readonly<Record<(typeof stoppingGates)[number], () => string>> = {
      ad_group_status: () => t`Not serving: no active ad group`,
      no_entities: () => t`Not serving: nothing to advertise`,
      bid_below_minimum: () => t`Not serving: bids below the minimum`,
      no_funds: () => t`Not serving: no funds left`,
      spend_limit: () => t`Not serving: spend limit reached`,
      insertion_order: () => t`Not serving: insertion order not approved, used up, or outside its days`,
    }
    return isStoppingGate(gate) ? words[gate]() : t`Not serving`
  }
}

/** What ends a campaign earlier than planned, and when. */
function useRunOutWords() {
  const { t } = useLingui()
  return (limit: ClientAlert['limit'], day: string): string => {
    if (limit === 'funds') return t`Funds run out on ${day}, earlier than planned`
    if (limit === 'spend_limit') return t`Reaches the spend limit on ${day}, earlier than planned`
    if (limit === 'insertion_order') return t`Uses up its insertion order on ${day}, earlier than planned`
    return t`Runs out of budget on ${day}, earlier than planned`
  }
}

/** Text of an alert with its amounts. */
export function useAlertWords() {
  const { t, i18n } = useLingui()
  const { currencies } = useClient()
  const whyStopped = useStopWords()
  const whatRunsOut = useRunOutWords()
  return ({ code, currency_code, spent, budget, end_date, comment, gate, limit }: ClientAlert): string => {
    const digits = currencies.find((item) => item.currency_code === currency_code)?.digits ?? 2
    const amount = (decimal: string | null) => money(decimal, { currency_code, currency_digits: digits }, i18n.locale)
    const spentText = amount(spent)
    const budgetText = amount(budget)
    const day = end_date ? dayTick(end_date, i18n.locale) : missingValue
    const words: Readonly<Record<AlertCode, () => string>> = {
      advertiser_inactive: () => t`Inactive: not serving`,
      advertiser_pending: () => t`Pending approval`,
      invoice_overdue: () => t`An invoice has been overdue for a week`,
      invoice_waiting: () => t`Invoice waits for the PO number of an insertion order`,
      auto_rebill_off: () => t`Auto-rebill is off after three declined charges`,
      review_denied: () => (comment ? t`Rejected: ${comment}` : t`Rejected without a comment`),
      campaign_stopped: () => whyStopped(gate),
      campaign_invalid: () => t`Invalid: can’t serve`,
      no_active_campaign: () => t`No active campaign`,
      budget_used_up: () => t`Budget used up: ${spentText} of ${budgetText}`,
      budget_running_out: () => t`Budget nearly used up: ${spentText} of ${budgetText}`,
      paused_with_spend: () => t`Paused; spent ${spentText} in the last 30 days`,
      spending_slow: () => t`Underspending: ${spentText} of ${budgetText}`,
      ending_soon: () => t`Ends on ${day}`,
      runs_out_early: () => whatRunsOut(limit, day),
      review_approved: () => t`Approved`,
    }
    return words[code]()
  }
}

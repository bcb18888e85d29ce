import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Balance } from '../../contract/money/balances.ts'
import { decimalOf, maxAmount, microsOf } from '../../contract/money/money.ts'
import { type GateProps, ResourceGate } from '../../parts/resource/resource.tsx'
import { usePathLink } from '../../parts/navigation/link.tsx'
import { useScope } from '../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../parts/scope/viewer.tsx'
import { Tag } from '../../ui/badge/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { KeyFigures } from '../../ui/chart/figures.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { count, missingValue, money } from '../../ui/format/format.ts'
import { dayText } from '../../ui/format/moment.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { usePath } from '../../kit/path.ts'

/** Opens the panel to add funds, for users who may pay. */
export function AddFundsButton() {
  const { setQuery } = usePath()
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['funds.add'] })
  if (isReadonly || mayNot !== undefined) return null
  return (
    <Button kind="primary" onPress={() => setQuery({ add: '1' })}>
      <Trans>Add funds</Trans>
    </Button>
  )
}

/** The spend limit stops the campaigns, whatever funds there are. */
function LimitReached() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  return (
    <Callout kind="warning" heading={<Trans>The spend limit stops the campaigns</Trans>}>
      <Trans>
        They serve again when an invoice is paid or the limit is raised.{' '}
        <Link target={linkTo('spend-limits', t`Spend limit`)}>View the spend limit</Link>
      </Trans>
    </Callout>
  )
}

/** When the funds or the spend limit end at the recent pace. */
function LastsUntil({ balance }: { readonly balance: Balance }) {
  const { t, i18n } = useLingui()
  const { available, limit_left, days_of_cover, lasts_until, active_campaigns } = balance
  if (limit_left !== null && microsOf(limit_left) <= 0n) return <LimitReached />
  if (microsOf(available) <= 0n)
    return (
      <Callout kind="warning" heading={<Trans>There are no funds</Trans>}>
        {active_campaigns > 0 && <Trans>Active campaigns don’t serve until you add funds.</Trans>}
      </Callout>
    )
  if (days_of_cover === null)
    return (
      <p className="quiet">
        <Trans>There was no spend in the last 7 days.</Trans>
      </p>
    )
  if (lasts_until === null)
    return (
      <p className="quiet">
        <Trans>Lasts longer than a year at the pace of the last 7 days.</Trans>
      </p>
    )
  const day = dayText(lasts_until, i18n.locale, 'full')
  return (
    <p>
      {active_campaigns === 0
        ? t`Lasts until ${day} at the pace of the last 7 days.`
        : t`Lasts until ${day} at the pace of the last 7 days. ${plural(active_campaigns, { one: 'Then # campaign stops.', other: 'Then # campaigns stop.' })}`}
    </p>
  )
}

/** What the next funding pays first. */
function Owed({ balance }: { readonly balance: Balance }) {
  const { t, i18n } = useLingui()
  if (microsOf(balance.owed) <= 0n) return null
  const owed = money(balance.owed, balance, i18n.locale)
  return (
    <Callout kind="warning" heading={t`${owed} is owed`}>
      <Trans>Money was taken back after it was spent. The next funds that you add pay this first.</Trans>
    </Callout>
  )
}

/** Whether the advertiser is funded, and what its total funding consists of. */
function TotalFunding({ balance }: { readonly balance: Balance }) {
  const { t, i18n } = useLingui()
  const text = (amount: string) => money(amount, balance, i18n.locale)
  const own = text(decimalOf(microsOf(balance.available) - microsOf(balance.credit_left)))
  const [total, transfers] = [text(balance.total_funding), text(balance.pending_wire)]
  const [orders, limit] = [text(balance.orders_left), text(decimalOf(maxAmount(microsOf(balance.limit_left ?? '0'), 0n)))]
  return (
    <div className="row funds-total">
      <Tag text={balance.has_funds ? t`Funded` : t`Not funded`} tone={balance.has_funds ? 'good' : 'warn'} />
      <span>
        <Trans>Total funding: {total}</Trans>
      </span>
      {balance.total_funding !== balance.available && (
        <small className="quiet">
          <Trans>
            {own} own funds, {transfers} pending, {orders} left of insertion orders, {limit} left of the spend limit
          </Trans>
        </small>
      )}
    </div>
  )
}

/** The key figures of an advertiser's funds. */
export function FundsHead({ read }: Pick<GateProps<Balance>, 'read'>) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  return (
    <ResourceGate
      read={read}
      height={96}
      brokenHeading={<Trans>Couldn’t load the balance</Trans>}
      missing={<EmptyState heading={<Trans>This advertiser doesn’t exist</Trans>} text={<Trans>It may have been removed.</Trans>} />}
    >
      {(balance) => {
        const spendable = money(balance.spendable, balance, locale)
        const isLimited = balance.spendable !== balance.available
        return (
          <>
            <div className="funds-figures">
              <KeyFigures
                locale={locale}
                rows="plain"
                items={[
                  {
                    id: 'available',
                    label: t`Available`,
                    value: money(balance.available, balance, locale),
                    explanation: isLimited
                      ? t`All credits minus all spend. The spend limit lets campaigns spend ${spendable} of it now.`
                      : t`What campaigns can spend now: all credits minus all spend.`,
                  },
                  {
                    id: 'pending-wire',
                    label: t`Pending wire`,
                    value: money(balance.pending_wire, balance, locale),
                    explanation: t`Announced bank transfers that have not arrived. Campaigns can’t spend them yet.`,
                  },
                  {
                    id: 'committed',
                    label: t`Committed`,
                    value: money(balance.committed, balance, locale),
                    explanation: t`What active campaigns may still spend in the current periods of their budgets.`,
                  },
                  {
                    id: 'cover',
                    label: t`Days of cover`,
                    value: balance.days_of_cover === null ? missingValue : count(balance.days_of_cover, locale),
                    explanation: t`How many days the funds that campaigns can spend last at the average spend of the last 7 days.`,
                  },
                ]}
              />
            </div>
            <TotalFunding balance={balance} />
            <LastsUntil balance={balance} />
            <Owed balance={balance} />
          </>
        )
      }}
    </ResourceGate>
  )
}

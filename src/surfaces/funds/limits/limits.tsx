import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { autoRebills } from '../../../contract/auto-rebills/auto-rebills.ts'
import { balances } from '../../../contract/money/balances.ts'
import { type SpendLimit, spendLimits } from '../../../contract/spend-limits/spend-limits.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { money } from '../../../ui/format/format.ts'
import { Money } from '../../../ui/format/money.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { fundsData, useAccount } from '../context.tsx'
import { useRefusalTexts } from '../refusals.ts'
import { FundsScreen } from '../screen.tsx'
import { SpendOrders } from './orders.tsx'

const LimitDialog = lazyIdle(() => import('../../../parts/spend-limits/limit-dialog.tsx'))

/** Why the limit is 0. */
function StoppedNote({
  limit,
  by: { invoice_id, number },
}: {
  readonly limit: SpendLimit
  readonly by: NonNullable<SpendLimit['stopped_by']>
}) {
  const { t, i18n } = useLingui()
  const linkTo = usePathLink()
  const amount = money(limit.amount, limit, i18n.locale)
  return (
    <Callout kind="error" heading={t`The limit is 0 because of an overdue invoice`}>
      <Trans>
        Invoice <Link target={linkTo(`invoices/${invoice_id}`, number)}>{number}</Link> has been overdue for 30 days. No campaign serves
        until it is paid. Then the limit is {amount} again.
      </Trans>
    </Callout>
  )
}

/** What is spent of the limit, and what happens when it is reached. */
function LimitFigures({ limit }: { readonly limit: SpendLimit }) {
  const { t } = useLingui()
  const { active_campaigns: count, stopped_by } = limit
  const isReached = microsOf(limit.left) <= 0n
  const figures = [
    { id: 'amount', label: t`Limit`, value: <Money amount={limit.amount} currency={limit} /> },
    ...(limit.raised === '0'
      ? []
      : [{ id: 'raised', label: t`Approved spend orders`, value: <Money amount={limit.raised} currency={limit} isSigned /> }]),
    { id: 'uninvoiced', label: t`Spent and not paid`, value: <Money amount={limit.uninvoiced} currency={limit} /> },
    { id: 'left', label: t`Left`, value: <Money amount={limit.left} currency={limit} /> },
  ]
  return (
    <>
      {stopped_by && <StoppedNote limit={limit} by={stopped_by} />}
      {isReached && !stopped_by && (
        <Callout kind="warning" heading={t`The limit is reached`}>
          <Trans>No campaign serves until an invoice is paid, the limit is raised or a spend order is approved.</Trans>
        </Callout>
      )}
      <KeyValues items={figures} />
      {!isReached && (
        <p className="quiet">
          <Plural
            value={count}
            _0="No campaign is active. At the limit, campaigns stop until an invoice is paid."
            one="At the limit, # active campaign stops until an invoice is paid."
            other="At the limit, # active campaigns stop until an invoice is paid."
          />
        </p>
      )}
    </>
  )
}

/** What the removal of the limit does at once, as far as the user may read it. */
function useRemovalNote(limit: SpendLimit | undefined): string {
  const { t, i18n } = useLingui()
  const path = useAccount()
  const { data: balance } = useRead(balances.one, limit ? { path } : null)
  const mayRead = useDisabledReason()({ permissions: ['auto_rebills.read'] }) === undefined
  const rule = useRead(autoRebills.ofAdvertiser, limit && mayRead ? { path } : null).data?.auto_rebill
  const sentences = [t`The advertiser then pays in advance, and its months are not invoiced any more.`]
  if (!balance) return [...sentences, t`What is left of its credit is taken back.`].join(' ')
  const text = (micros: bigint) => money(decimalOf(micros), balance, i18n.locale)
  const own = microsOf(balance.available) - microsOf(balance.credit_left)
  const [credit, rest, threshold] = [text(microsOf(balance.credit_left)), text(own), text(microsOf(rule?.threshold ?? '0'))]
  sentences.push(
    t`${credit} of credit is taken back.`,
    own > 0n ? t`${rest} of own funds stays available.` : t`There are no own funds, so active campaigns stop.`,
  )
  if (rule && rule.state !== 'off' && rule.state !== 'failed' && own < microsOf(rule.threshold))
    sentences.push(t`Auto-rebill is on and charges within a minute, because less than ${threshold} is available then.`)
  return sentences.join(' ')
}

interface LimitActionsProps {
  readonly limit: SpendLimit | undefined
  readonly onEdit: () => void
}

/** Sets, changes or removes the limit. */
function LimitActions({ limit, onEdit }: LimitActionsProps) {
  const { t } = useLingui()
  const { clientId: memberGroupId, advertiserId, isReadonly } = useScope()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const disabledBecause = useDisabledReason()({ permissions: ['spend_limits.change'] })
  const refusals = useRefusalTexts(limit)
  const removalNote = useRemovalNote(limit)
  if (isReadonly) return null
  const remove = async ({ version }: SpendLimit) => {
    const isSure = await confirm({
      heading: <Trans>Remove the spend limit?</Trans>,
      text: removalNote,
      label: <Trans>Remove limit</Trans>,
    })
    if (!isSure) return
    await mutate(
      spendLimits.remove,
      { path: { memberGroupId, advertiserId: advertiserId ?? 0 } },
      { version, stale: fundsData, title: t`Spend limit removed` },
    ).catch(showError(t`The spend limit was not removed`, refusals.all))
  }
  return (
    <div className="row">
      <Button kind={limit ? 'secondary' : 'primary'} disabledBecause={disabledBecause} onPress={onEdit}>
        {limit ? <Trans>Change limit</Trans> : <Trans>Set limit</Trans>}
      </Button>
      {limit && (
        <Button disabledBecause={disabledBecause} onPress={() => void remove(limit)}>
          <Trans>Remove limit</Trans>
        </Button>
      )}
      {question}
    </div>
  )
}

/** The limit of the advertiser, and the spend orders beyond it. */
export default function LimitsScreen() {
  const { clientId: memberGroupId, advertiserId = 0 } = useScope()
  const [isEditing, setEditing] = useState(false)
  const read = useRead(spendLimits.report, {
    path: { memberGroupId },
    body: { filters: [{ operation: '=', field: 'advertiser_id', value: advertiserId }] },
  })
  return (
    <FundsScreen>
      <ResourceGate
        read={read}
        brokenHeading={<Trans>The spend limit could not be read</Trans>}
        refused={<NoPermission text={<Trans>Ask an administrator of your account for access to spend limits.</Trans>} />}
        missing={<NoPermission />}
      >
        {({ spend_limits: [limit] }) => (
          <div className="detail-tab">
            {limit ? (
              <>
                <LimitFigures limit={limit} />
                <LimitActions limit={limit} onEdit={() => setEditing(true)} />
              </>
            ) : (
              <EmptyState
                heading={<Trans>No spend limit</Trans>}
                text={
                  <Trans>
                    This advertiser pays in advance. With a spend limit, it gets credit of that amount, spends first and is invoiced each
                    month.
                  </Trans>
                }
              >
                <LimitActions limit={undefined} onEdit={() => setEditing(true)} />
              </EmptyState>
            )}
            <SpendOrders />
            {isEditing && (
              <Suspense>
                <LimitDialog
                  account={{ memberGroupId, advertiserId }}
                  limit={limit}
                  stale={fundsData}
                  useTexts={useRefusalTexts}
                  onClose={() => setEditing(false)}
                />
              </Suspense>
            )}
          </div>
        )}
      </ResourceGate>
    </FundsScreen>
  )
}

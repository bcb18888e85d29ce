import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type AutoRebill, autoRebills, type RehearsalQuery } from '../../../contract/auto-rebills/auto-rebills.ts'
import { type PaymentMethod, payments } from '../../../contract/payments/payments.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceError, ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate, useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { fundsData, useFunds } from '../context.tsx'
import { expiryText, methodName } from '../methods/words.ts'
import { useRefusalTexts } from '../refusals.ts'
import { FundsScreen } from '../screen.tsx'
import { RebillForm } from './form.tsx'
import { RebillHistory } from './history.tsx'
import css from './rebill.css'
import { Rehearsal } from './rehearsal.tsx'
import { RebillStateNote } from './state-note.tsx'

addStyles(css)

interface AdvertiserPath {
  readonly memberGroupId: number
  readonly advertiserId: number
}

/** Switches a rule on or off, or removes it. */
function RuleActions({
  rule,
  path,
  mayNot,
}: {
  readonly rule: AutoRebill
  readonly path: AdvertiserPath
  readonly mayNot: string | undefined
}) {
  const { t } = useLingui()
  const { emit } = useFunds()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const refusals = useRefusalTexts(rule)
  const isOff = rule.state === 'off' || rule.state === 'failed'
  const at = { ...path, autoRebillId: rule.auto_rebill_id }
  const busy = rule.state === 'charging' ? t`A charge is under way. Try again when it has finished.` : undefined
  const toggle = () =>
    mutate(
      autoRebills.change,
      { path: at, body: { is_on: isOff } },
      {
        version: rule.version,
        stale: fundsData,
        event: ({ auto_rebill_id }) => emit('ad-auto-rebill-changed', { auto_rebill_id }),
        title: isOff ? t`Auto-rebill switched on` : t`Auto-rebill switched off`,
      },
    ).catch(showError(t`The auto-rebill was not changed`, refusals.all))
  const remove = async () => {
    const isSure = await confirm({
      heading: t`Remove the auto-rebill?`,
      text: t`Funds are no longer added automatically. Its history stays.`,
      label: t`Remove auto-rebill`,
    })
    if (!isSure) return
    await mutate(autoRebills.remove, { path: at }, { version: rule.version, stale: fundsData, title: t`Auto-rebill removed` }).catch(
      showError(t`The auto-rebill was not removed`, refusals.all),
    )
  }
  return (
    <div className="row rebill-actions">
      {question}
      <Button kind={isOff ? 'primary' : 'secondary'} disabledBecause={mayNot} onPress={() => void toggle()}>
        {isOff ? <Trans>Switch on</Trans> : <Trans>Switch off</Trans>}
      </Button>
      <Button disabledBecause={mayNot ?? busy} onPress={() => void remove()}>
        <Trans>Remove</Trans>
      </Button>
    </div>
  )
}

/** That the card of a rule that is on expires soon, or has expired. */
function CardNote({ method }: { readonly method: PaymentMethod | undefined }) {
  const { i18n } = useLingui()
  if (!method || method.validity === 'valid') return null
  const card = methodName(method.data, i18n)
  const month = expiryText(method.data)
  if (method.validity === 'expired')
    return (
      <Callout kind="error" heading={<Trans>{card} has expired</Trans>}>
        <Trans>Auto-rebill can’t charge it. Choose another payment method below, or enter the new expiry date under Payment methods.</Trans>
      </Callout>
    )
  return (
    <Callout
      kind="warning"
      heading={
        <Trans>
          {card} expires at the end of {month}
        </Trans>
      }
    >
      <Trans>
        Auto-rebill can’t charge it after that. Choose another payment method below, or enter the new expiry date under Payment methods.
      </Trans>
    </Callout>
  )
}

interface RuleProps {
  readonly rule: AutoRebill | null
  readonly path: AdvertiserPath
}

/** The rule with its form, what it would have done, and what it did. */
function Rule({ rule, path }: RuleProps) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const [query, setQuery] = useState<RehearsalQuery>()
  const mayNot = useDisabledReason()({ permissions: ['auto_rebills.change'] })
  const isFixed = isReadonly || mayNot !== undefined
  const { data: needs, error: needsError, mutate: reloadNeeds } = useRead(autoRebills.budgetDifference, { path })
  const { data: methods, error: methodsError, mutate: reloadMethods } = useRead(payments.methods, { path })
  if (!rule && isFixed) return <EmptyState heading={<Trans>No auto-rebill</Trans>} text={<Trans>Funds are added by hand.</Trans>} />
  const error = (!needs && needsError) || (!methods && methodsError)
  const reload = () => void Promise.all([reloadNeeds(), reloadMethods()])
  if (error) return <ResourceError problem={error} brokenHeading={<Trans>Couldn’t load the payment methods</Trans>} onRetry={reload} />
  if (!needs || !methods) return <LoadingSkeleton height={240} />
  return (
    <div className="detail-tab">
      {rule && <RebillStateNote rule={rule} />}
      <CardNote method={methods.payment_methods.find(({ is_rebill_on }) => is_rebill_on)} />
      <section className="detail-part" aria-label={t`Rule`}>
        <RebillForm rule={rule} path={path} needs={needs} methods={methods.payment_methods} isReadonly={isFixed} onRehearse={setQuery} />
        {rule && !isReadonly && <RuleActions rule={rule} path={path} mayNot={mayNot} />}
      </section>
      {query && <Rehearsal path={path} query={query} onClose={() => setQuery(undefined)} />}
      {rule && <RebillHistory rule={rule} />}
    </div>
  )
}

/** Adds funds by itself when they fall below a threshold. */
export default function RebillScreen() {
  const { clientId, advertiserId = 0 } = useScope()
  const path = { memberGroupId: clientId, advertiserId }
  const read = useRead(autoRebills.ofAdvertiser, { path })
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to the auto-rebill.</Trans>} />
  return (
    <FundsScreen>
      <Gate permissions={['auto_rebills.read', 'payment_methods.read']} fallback={refused} waiting={<LoadingSkeleton height={240} />}>
        <ResourceGate read={read} brokenHeading={<Trans>Couldn’t load the auto-rebill</Trans>} refused={refused} missing={refused}>
          {({ auto_rebill: rule }) => <Rule rule={rule} path={path} />}
        </ResourceGate>
      </Gate>
    </FundsScreen>
  )
}

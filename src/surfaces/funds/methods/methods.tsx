import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { type PaymentMethod, payments } from '../../../contract/payments/payments.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { fundsData } from '../context.tsx'
import { useRefusalTexts } from '../refusals.ts'
import { FundsScreen } from '../screen.tsx'
import { MethodCard, type MethodAction } from './method-card.tsx'
import css from './methods.css'
import { methodName } from './words.ts'

addStyles(css)

const AddMethodDialog = lazyIdle(async () => ({ default: (await import('./new-method.tsx')).AddMethodDialog }))
const EditDialog = lazyIdle(() => import('./edit-dialog.tsx'))
const AddressDialog = lazyIdle(() => import('../../../parts/billing/address-dialog.tsx'))

interface Opened {
  readonly action: 'edit' | 'address'
  readonly methodId: number
}

interface MethodListProps {
  readonly at: { readonly memberGroupId: number; readonly advertiserId: number }
  readonly methods: readonly PaymentMethod[]
}

/** Makes a method the default, or removes it after a question. */
function useMethodWrites({ at }: Pick<MethodListProps, 'at'>) {
  const { t, i18n } = useLingui()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const refusals = useRefusalTexts()
  const call = ({ payment_method_id }: PaymentMethod) => ({ path: { ...at, paymentMethodId: payment_method_id } })
  const makeDefault = (method: PaymentMethod) => {
    const effects = { version: method.version, stale: fundsData, title: t`Default method changed`, text: methodName(method.data, i18n) }
    return mutate(payments.setDefault, call(method), effects).catch(showError(t`The default method was not changed`, refusals.all))
  }
  const remove = async (method: PaymentMethod) => {
    const name = methodName(method.data, i18n)
    const isYes = await confirm({
      heading: t`Remove ${name}?`,
      text: t`Past payments and receipts stay. To use it again, add it again.`,
      does: 'delete',
      label: t`Remove`,
    })
    if (!isYes) return
    const effects = { version: method.version, stale: fundsData, title: t`Payment method removed`, text: name }
    await mutate(payments.removeMethod, call(method), effects).catch(showError(t`The payment method was not removed`, refusals.all))
  }
  return { question, makeDefault, remove }
}

/** The stored methods with their dialogs. */
function MethodList({ at, methods }: MethodListProps) {
  const { t } = useLingui()
  const { mutate } = useMutate()
  const { question, makeDefault, remove } = useMethodWrites({ at })
  const [opened, setOpened] = useState<Opened>()
  // The method as the list has it now, so that a dialog saves with the latest version.
  const shown = methods.find(({ payment_method_id }) => payment_method_id === opened?.methodId)
  const close = () => setOpened(undefined)
  const act = (action: MethodAction, method: PaymentMethod) => {
    if (action === 'default') void makeDefault(method)
    else if (action === 'remove') void remove(method)
    else setOpened({ action, methodId: method.payment_method_id })
  }
  const path = { ...at, paymentMethodId: shown?.payment_method_id ?? 0 }
  return (
    <>
      {question}
      <ul className="pay-methods" aria-label={t`Payment methods`}>
        {methods.map((method) => (
          <MethodCard key={method.payment_method_id} method={method} methods={methods} onAct={(action) => act(action, method)} />
        ))}
      </ul>
      <Suspense>
        {shown && opened?.action === 'edit' && <EditDialog at={path} method={shown} onClose={close} />}
        {shown && opened?.action === 'address' && (
          <AddressDialog
            address={shown.billing_address}
            submit={t`Save address`}
            save={(billing_address) =>
              mutate(
                payments.changeMethod,
                { path, body: { billing_address } },
                { version: shown.version, stale: fundsData, title: t`Billing address saved` },
              )
            }
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

/** The payment methods of an advertiser, and the button that adds one. */
function Methods({ advertiserId }: { readonly advertiserId: number }) {
  const { t } = useLingui()
  const { clientId, isReadonly } = useScope()
  const [isAdding, setAdding] = useState(false)
  const at = { memberGroupId: clientId, advertiserId }
  const read = useRead(payments.methods, { path: at })
  const offer = useRead(payments.offer, { path: at })
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to payment methods.</Trans>} />
  const add = !isReadonly && (
    <Gate permissions={['payment_methods.change']} fallback={null}>
      <div className="row">
        <Button
          isBusy={!offer.data && !offer.error}
          disabledBecause={offer.data?.may_add_methods === false ? t`Your client doesn’t allow new payment methods` : undefined}
          onPress={() => setAdding(true)}
        >
          <Trans>Add payment method</Trans>
        </Button>
      </div>
    </Gate>
  )
  return (
    <ResourceGate
      read={read}
      brokenHeading={<Trans>The payment methods could not be loaded</Trans>}
      refused={refused}
      missing={refused}
      height={240}
    >
      {({ payment_methods: methods }) => (
        <div className="detail-tab">
          {methods.length === 0 ? (
            <EmptyState heading={<Trans>No payment methods yet</Trans>} text={<Trans>Cards appear here once you add them.</Trans>}>
              {add}
            </EmptyState>
          ) : (
            <>
              {add}
              <MethodList at={at} methods={methods} />
            </>
          )}
          <Suspense>
            {isAdding && <AddMethodDialog at={at} defaultAddress={offer.data?.default_address ?? null} onClose={() => setAdding(false)} />}
          </Suspense>
        </div>
      )}
    </ResourceGate>
  )
}

/** The tab of the payment methods: cards and bank debits of the advertiser. */
export default function MethodsScreen() {
  const { advertiserId } = useScope()
  return (
    <FundsScreen>
      {advertiserId === undefined ? (
        <EmptyState heading={<Trans>Choose an advertiser</Trans>} text={<Trans>Payment methods belong to one advertiser.</Trans>} />
      ) : (
        <Gate permissions={['payment_methods.read']} waiting={<LoadingSkeleton height={240} />}>
          <Methods key={advertiserId} advertiserId={advertiserId} />
        </Gate>
      )}
    </FundsScreen>
  )
}

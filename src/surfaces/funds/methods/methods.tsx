import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { payments } from '../../../contract/funds/payments.ts'
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
import { FundsScreen } from '../screen.tsx'
import { MethodCard, type MethodAction } from './method-card.tsx'
import css from './methods.css'
import { methodName } from './words.ts'

addStyles(css)

const AddMethodDialog = lazyIdle(async () => ({ default: (await import('./new-method.tsx')).AddMethodDialog }))
const EditDialog = lazyIdle(() => import('./edit-dialog.tsx'))
const AddressDialog = lazyIdle(() => import('./address-dialog.tsx'))

interface Opened {
  readonly action: MethodAction
  readonly methodId: number
}

/** The stored methods of an advertiser with their actions. */
function Methods({ advertiserId }: { readonly advertiserId: number }) {
  const { t, i18n } = useLingui()
  const { clientId, isReadonly } = useScope()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const [opened, setOpened] = useState<Opened>()
  const [isAdding, setAdding] = useState(false)
  const at = { memberGroupId: clientId, advertiserId }
  const read = useRead(payments.methods, { path: at })
  const offer = useRead(payments.offer, { path: at })
  const close = () => setOpened(undefined)
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to payment methods.</Trans>} />
  const add = (
    <Gate permissions={['payment_methods.change']} fallback={null}>
      <Button
        kind="primary"
        isBusy={!offer.data && !offer.error}
        disabledBecause={offer.data?.may_add_methods === false ? t`Your client doesn’t allow new payment methods` : undefined}
        onPress={() => setAdding(true)}
      >
        <Trans>Add payment method</Trans>
      </Button>
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
      {({ payment_methods: methods }) => {
        const shown = methods.find(({ payment_method_id }) => payment_method_id === opened?.methodId)
        const path = { ...at, paymentMethodId: shown?.payment_method_id ?? 0 }
        const act = async (action: MethodAction, methodId: number) => {
          const method = methods.find(({ payment_method_id }) => payment_method_id === methodId)
          if (!method) return
          const { version, data } = method
          const call = { path: { ...at, paymentMethodId: methodId } }
          const name = methodName(data, i18n)
          if (action === 'default')
            await mutate(payments.setDefault, call, { version, stale: fundsData, title: t`Default method changed`, text: name }).catch(
              showError(t`The default method was not changed`),
            )
          else if (action !== 'remove') setOpened({ action, methodId })
          else if (
            await confirm({
              heading: t`Remove ${name}?`,
              text: t`Past payments and receipts stay. To use it again, add it again.`,
              does: 'delete',
              label: t`Remove`,
            })
          )
            await mutate(payments.removeMethod, call, { version, stale: fundsData, title: t`Payment method removed`, text: name }).catch(
              showError(t`The payment method was not removed`),
            )
        }
        return (
          <div className="detail-tab">
            {question}
            {methods.length === 0 ? (
              <EmptyState
                heading={<Trans>No payment methods yet</Trans>}
                text={<Trans>Cards and bank accounts appear here once you add them.</Trans>}
              >
                {!isReadonly && add}
              </EmptyState>
            ) : (
              <>
                {!isReadonly && <div className="row">{add}</div>}
                <ul className="pay-methods" aria-label={t`Payment methods`}>
                  {methods.map((method) => (
                    <MethodCard
                      key={method.payment_method_id}
                      method={method}
                      methods={methods}
                      onAct={(action) => void act(action, method.payment_method_id)}
                    />
                  ))}
                </ul>
              </>
            )}
            <Suspense>
              {isAdding && (
                <AddMethodDialog at={at} defaultAddress={offer.data?.default_address ?? null} onClose={() => setAdding(false)} />
              )}
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
          </div>
        )
      }}
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

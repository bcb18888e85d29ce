import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { type InsertionOrder, type InsertionOrderConfig, insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { endRule } from '../../../contract/insertion-orders/insertion-orders.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { Problem } from '../../../kit/problem.ts'
import { usePath } from '../../../kit/path.ts'
import { ResourceForm, type Save, type Versioned } from '../../../parts/resource/form.tsx'
import { useCurrency } from '../../../parts/scope/client.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { addStyles } from '../../../ui/theme/styles.ts'
import { orderData, useOrders } from '../context.tsx'
import css from '../insertion-orders.css'
import { pathOf } from '../order-path.ts'
import { useOrderProblemText } from '../words.ts'
import { NewAttachments } from '../attachments/new-attachments.tsx'
import { useAttach } from '../attachments/use-attach.ts'
import { BillingFields } from './billing.tsx'
import { AdvertiserFields, LocaleField, NoteFields, type OrderForm as Form, TermFields } from './fields.tsx'
import { OrderLines } from './lines.tsx'
import { campaignsOfLine } from './remove-line.tsx'
import { useOrderRules } from './rules.ts'
import { StopWarning } from './stop-warning.tsx'
import { changesTerms, type LineValues, type OrderValues } from './values.ts'

addStyles(css)

const AddressDialog = lazyIdle(() => import('../../../parts/billing/address-dialog.tsx'))
const RemoveLineDialog = lazyIdle(() => import('./remove-line.tsx'))

const endDateOver = { path: 'end_date', rule: 'The end date has passed', code: 'over', values: {} }

interface OrderFormProps {
  readonly heading: ReactNode
  readonly label: string
  /** What saving does. */
  readonly note?: (form: Form) => ReactNode
  readonly config: InsertionOrderConfig
  /** The order to edit; undefined for a new one. */
  readonly order?: InsertionOrder
  readonly initial: OrderValues
  readonly latest?: () => Promise<Versioned<OrderValues>>
  /** Label of the button that saves. */
  readonly submit: (form: Form) => ReactNode
  /** Whether the order is submitted with a second button. A new version of an approved order is submitted when it is saved. */
  readonly isSubmittable: boolean
  readonly save: (values: OrderValues, how: Save<OrderValues>) => Promise<InsertionOrder>
}

/** The form of an order, with a button that saves and one that submits for approval, too. */
export function OrderForm(props: OrderFormProps) {
  const { heading, label, note, config, order, initial, latest, submit, isSubmittable, save } = props
  const { t } = useLingui()
  const { go } = usePath()
  const { emit } = useOrders()
  const { mutate, showError } = useMutate()
  const problemText = useOrderProblemText()
  const clientCurrency = useCurrency()
  const currencyOf = (code: string) => order ?? clientCurrency(code)
  const today = useToday(order?.time_zone)
  const { rules, textsOf, rememberRefused, lineFaultOf, submitRefusal } = useOrderRules(config, currencyOf, order)
  /** The advertiser whose currency the form shows. */
  const [currencyOwner, setCurrencyOwner] = useState<number>()
  const currencyPending = ({ values: { advertiser_of, advertiser_id } }: Form) =>
    order !== undefined || advertiser_of === 'all' || advertiser_id === null || Number(advertiser_id.id) === currencyOwner
      ? undefined
      : t`The currency of the advertiser is not loaded yet`
  const noSubmit = (form: Form) =>
    order?.status === 'pending' && !changesTerms(form.changes(), order)
      ? t`Already submitted`
      : (currencyPending(form) ?? submitRefusal(form.values))
  const isSubmitting = useRef(false)
  const saved = useRef<InsertionOrder>(undefined)
  const shown = useRef(initial)
  const attach = useAttach()
  /** The documents of a new order, which are sent after it is saved. */
  const documents = useRef<readonly File[]>([])
  const [isAddressOpen, setAddressOpen] = useState(false)
  /** The line with campaigns that the user removes. */
  const [removing, setRemoving] = useState<LineValues>()
  const campaigns = useRead(insertionOrders.campaigns, order ? { path: pathOf(order) } : null).data?.campaigns ?? []
  const asksToRemove = (values: OrderValues) => (line: LineValues) => {
    const hasCampaigns = campaignsOfLine(campaigns, values, line).length > 0
    if (hasCampaigns) setRemoving(line)
    return hasCampaigns
  }

  const submitOrder = (draft: InsertionOrder) =>
    mutate(
      insertionOrders.submit,
      { path: pathOf(draft) },
      {
        version: draft.version,
        stale: orderData,
        event: ({ insertion_order_id, version_id }) => emit('ad-insertion-order-submitted', { insertion_order_id, version_id }),
        title: t`Order submitted for approval`,
      },
    ).catch(showError(t`The order was saved but not submitted`, (problem) => problemText(problem, draft)))
  const saveAndSubmit = async (values: OrderValues, how: Save<OrderValues>) => {
    const isWanted = isSubmitting.current
    const isProposing = order?.status === 'approved' && changesTerms(how.changes, order)
    // The platform saves such a draft, but refuses to submit it afterwards.
    if ((isWanted || isProposing) && endRule(values, today) !== true)
      throw new Problem({ kind: 'invalid', reply: { fields: [endDateOver] } })
    try {
      saved.current = await save(values, how)
    } catch (error) {
      rememberRefused(error, values)
      throw error
    }
    for (const file of documents.current) await attach(saved.current, file)
    const isSubmittedNow = isWanted && saved.current.status === 'open' && (await submitOrder(saved.current))
    return isSubmittedNow || saved.current
  }
  const send = (form: Form) => {
    isSubmitting.current = true
    void form.send().finally(() => {
      isSubmitting.current = false
    })
  }
  return (
    <div className="order-form">
      <h2>{heading}</h2>
      <ResourceForm<OrderValues>
        name="insertion order"
        label={label}
        initial={initial}
        {...(order && { version: order.version })}
        {...(latest && { latest })}
        rules={rules}
        texts={textsOf(() => shown.current)}
        save={saveAndSubmit}
        savesUnchanged={order === undefined}
        done={({ name }) => go(String(saved.current?.insertion_order_id ?? ''), name.trim())}
        submit={submit}
        disabledBecause={currencyPending}
        aside={(form) => (
          <Suspense>
            {isAddressOpen && (
              <AddressDialog
                address={form.values['billing.address']}
                submit={t`Use this address`}
                note={<Trans>It appears on the order.</Trans>}
                save={async (address) => form.set('billing.address', address)}
                onClose={() => setAddressOpen(false)}
              />
            )}
            {removing && order && (
              <RemoveLineDialog
                form={form}
                order={order}
                line={removing}
                campaigns={campaignsOfLine(campaigns, form.values, removing)}
                onClose={() => setRemoving(undefined)}
              />
            )}
          </Suspense>
        )}
        actions={(form) =>
          isSubmittable && (
            <Button isBusy={form.isSending} disabledBecause={noSubmit(form)} onPress={() => send(form)}>
              <Trans>Submit for approval</Trans>
            </Button>
          )
        }
      >
        {(form) => {
          shown.current = form.values
          const currency = currencyOf(form.values.currency_code)
          const { fault, onChange, controlRef } = form.field('lines', t`Lines`)
          form.field('moves', t`Campaigns`)
          return (
            <>
              {note?.(form)}
              {order === undefined && <AdvertiserFields form={form} onCurrency={setCurrencyOwner} />}
              <TermFields form={form} currency={currency} config={config} today={today} />
              <OrderLines
                values={form.values}
                currency={currency}
                today={today}
                faultOf={lineFaultOf(form.values, form.attempts > 0)}
                fault={fault}
                onChange={onChange}
                asksToRemove={asksToRemove(form.values)}
                controlRef={controlRef}
              />
              <BillingFields form={form} onEditAddress={() => setAddressOpen(true)} />
              <LocaleField form={form} config={config} />
              <NoteFields form={form} isInternalHidden={order?.internal_notes === null} />
              {order === undefined && (
                <NewAttachments
                  onChange={(files) => {
                    documents.current = files
                  }}
                />
              )}
              {order?.status === 'approved' && <StopWarning order={order} values={form.values} today={today} />}
            </>
          )
        }}
      </ResourceForm>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { type InsertionOrder, type InsertionOrderConfig, insertionOrders } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { ResourceForm, type Save, type Versioned } from '../../../parts/resource/form.tsx'
import { useCurrency } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { orderData, useOrders } from '../context.tsx'
import css from '../insertion-orders.css'
import { AdvertiserFields, NoteFields, type OrderForm as Form, TermFields } from './fields.tsx'
import { OrderLines } from './lines.tsx'
import { useOrderRules } from './rules.ts'
import type { OrderValues } from './values.ts'

addStyles(css)

interface OrderFormProps {
  readonly heading: ReactNode
  readonly label: string
  readonly note?: ReactNode
  readonly config: InsertionOrderConfig
  /** The order to edit; undefined for a new one. */
  readonly order?: InsertionOrder
  readonly initial: OrderValues
  readonly latest?: () => Promise<Versioned<OrderValues>>
  readonly disabledBecause: string | undefined
  /** Label of the button that saves. */
  readonly submit: (form: Form) => ReactNode
  /** Whether the order is submitted with a second button. A new version of an approved order is submitted when it is saved. */
  readonly isSubmittable: boolean
  readonly save: (values: OrderValues, how: Save<OrderValues>) => Promise<InsertionOrder>
}

/** The form of an order, with a button that saves and one that submits for approval, too. */
export function OrderForm(props: OrderFormProps) {
  const { heading, label, note, config, order, initial, latest, disabledBecause, submit, isSubmittable, save } = props
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { go } = usePath()
  const { emit } = useOrders()
  const { mutate, showError } = useMutate()
  const clientCurrency = useCurrency()
  const currencyOf = (code: string) => order ?? clientCurrency(code)
  const today = useToday(order?.time_zone)
  const { rules, textsOf, rememberRefused, lineFaultOf, submitRefusal } = useOrderRules(config, currencyOf)
  const isSubmitted = order?.status === 'pending'
  const isSubmitting = useRef(false)
  const saved = useRef<InsertionOrder>(undefined)
  const shown = useRef(initial)

  const submitOrder = ({ member_group_id: memberGroupId, insertion_order_id: insertionOrderId, version }: InsertionOrder) =>
    mutate(
      insertionOrders.submit,
      { path: { memberGroupId, insertionOrderId } },
      {
        version,
        stale: orderData,
        event: ({ insertion_order_id, version_id }) => emit('ad-insertion-order-submitted', { insertion_order_id, version_id }),
        title: t`Order submitted for approval`,
      },
    ).catch(showError(t`The order was saved but not submitted`))
  const saveAndSubmit = async (values: OrderValues, how: Save<OrderValues>) => {
    const isWanted = isSubmitting.current
    try {
      saved.current = await save(values, how)
    } catch (error) {
      rememberRefused(error, values)
      throw error
    }
    return (isWanted && (await submitOrder(saved.current))) || saved.current
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
      {note}
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
        isReadonly={isReadonly}
        disabledBecause={disabledBecause}
        actions={(form) =>
          isSubmittable && (
            <Button
              isBusy={form.isSending}
              disabledBecause={disabledBecause ?? (isSubmitted && !form.isDirty ? t`Already submitted` : submitRefusal(form.values))}
              onPress={() => send(form)}
            >
              <Trans>Submit for approval</Trans>
            </Button>
          )
        }
      >
        {(form) => {
          shown.current = form.values
          const currency = currencyOf(form.values.currency_code)
          const { fault, onChange, controlRef } = form.field('lines', t`Lines`)
          return (
            <>
              {order === undefined && <AdvertiserFields form={form} />}
              <TermFields form={form} currency={currency} config={config} today={today} />
              <OrderLines
                values={form.values}
                currency={currency}
                today={today}
                faultOf={lineFaultOf(form.values, form.attempts > 0)}
                fault={fault}
                onChange={onChange}
                controlRef={controlRef}
              />
              <NoteFields form={form} />
            </>
          )
        }}
      </ResourceForm>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { insertionOrders, type InsertionOrderConfig } from '../../../contract/insertion-orders/insertion-orders.ts'
import { defaultLocale } from '../../../contract/locales.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { NoPermission } from '../../../ui/states.tsx'
import { orderData, useOrders } from '../context.tsx'
import { useOrdersOffText } from '../words.ts'
import { Editable } from './editable.tsx'
import { OrderForm } from './form.tsx'
import { billingOf, noBilling, notesOf, type OrderValues, termsOf } from './values.ts'

/** Length of a new order in days. */
const usualDays = 30

function NewOrder({ config }: { readonly config: InsertionOrderConfig }) {
  const { t } = useLingui()
  const { clientId, advertiserId } = useScope()
  const { memberGroup, advertiser } = useClient()
  const { emit } = useOrders()
  const { mutate } = useMutate()
  const today = useToday(advertiser?.time_zone)
  const currency_code = advertiser?.currency_code ?? memberGroup?.calculated_page_currency ?? 'USD'
  // The first values stay the same while the client and its advertiser load, so that they do not replace input.
  const initial = useRef<OrderValues>(undefined)
  initial.current ??= {
    advertiser_of: 'one',
    advertiser_id: advertiserId === undefined ? null : { id: advertiserId, label: advertiser?.name ?? '' },
    currency_code,
    name: '',
    start_date: today,
    end_date: addDays(today, usualDays - 1),
    total: '',
    po_number: '',
    notes: '',
    internal_notes: '',
    locale: defaultLocale,
    ...noBilling,
    lines: [],
    moves: [],
  }
  const save = (values: OrderValues) => {
    const isForAll = values.advertiser_of === 'all'
    const body = {
      ...termsOf(values),
      ...notesOf(values),
      billing: billingOf(values),
      advertiser_id: isForAll ? null : Number(values.advertiser_id?.id),
      // The platform refuses another currency than the advertiser's, so that amounts are saved as shown.
      currency_code: values.currency_code,
    }
    return mutate(
      insertionOrders.create,
      { path: { memberGroupId: clientId }, body },
      {
        stale: orderData,
        event: ({ insertion_order_id, version_id }) => emit('ad-insertion-order-created', { insertion_order_id, version_id }),
        title: t`Order created`,
        text: body.name,
      },
    )
  }
  return (
    <OrderForm
      heading={<Trans>New insertion order</Trans>}
      label={t`New insertion order`}
      config={config}
      initial={initial.current}
      submit={() => <Trans>Save draft</Trans>}
      isSubmittable
      save={save}
    />
  )
}

/** The page of a new order. */
export default function CreateOrder() {
  const { clientId } = useScope()
  const { state } = useClient()
  const offText = useOrdersOffText()
  const read = useRead(insertionOrders.config, { path: { memberGroupId: clientId } })
  const isReady = !state.startsWith('pending')
  return (
    <ResourceGate
      read={isReady ? read : { ...read, data: undefined }}
      brokenHeading={<Trans>Couldn’t load the settings of insertion orders</Trans>}
      refused={<NoPermission text={<Trans>Ask your account administrator for access to insertion orders.</Trans>} />}
      missing={<NoPermission text={<Trans>Ask your account administrator for access to insertion orders.</Trans>} />}
    >
      {(config) => (
        <Editable
          heading={<Trans>New insertion order</Trans>}
          permission="insertion_orders.create"
          refusal={config.is_insertion_order_enabled ? undefined : offText}
        >
          <NewOrder config={config} />
        </Editable>
      )}
    </ResourceGate>
  )
}

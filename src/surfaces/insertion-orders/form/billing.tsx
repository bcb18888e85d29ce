import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { fundingTypeIds } from '../../../contract/money/funding-types.ts'
import { addressLine } from '../../../parts/billing/address.ts'
import { fundingTypeText } from '../../../parts/billing/funding-type-words.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import type { OrderForm } from './fields.tsx'
import { contactMax } from './values.ts'

interface BillingFieldsProps {
  readonly form: OrderForm
  readonly onEditAddress: () => void
}

/** How the order is paid, and where its bills go. */
export function BillingFields({ form, onEditAddress }: BillingFieldsProps) {
  const { t, i18n } = useLingui()
  const { memberGroup } = useClient()
  const { values, set } = form
  const chosen = values['billing.funding_type_id']
  const address = values['billing.address']
  const types = memberGroup?.funding_types
  const options = useMemo(() => {
    const active = types?.flatMap(({ id, status }) => (status === 'Active' ? [id] : [])) ?? []
    // A type that the client has turned off stays while the order has it.
    const ids = chosen === null || active.some((id) => id === chosen) ? active : [...active, chosen]
    return ids.map((id) => ({ id, label: fundingTypeText(id, i18n) }))
  }, [types, chosen, i18n])
  // The address is changed in a dialog; its label is for the question before leaving.
  form.field('billing.address', t`Billing address`)
  return (
    <section className="order-billing" aria-labelledby="order-billing">
      <h3 id="order-billing">
        <Trans>Billing</Trans>
      </h3>
      <div className="order-fields">
        <Select
          {...form.field('billing.funding_type_id', t`Funding type`)}
          placeholder={t`Any`}
          options={options}
          value={options.find(({ id }) => id === chosen) ?? null}
          onChange={(option) => set('billing.funding_type_id', fundingTypeIds.find((id) => id === option?.id) ?? null)}
        />
        <TextField {...form.field('billing.contact', t`Billing contact`)} maxLength={contactMax} help={t`A person or a department`} />
        <TextField {...form.field('billing.email', t`Billing email`)} type="email" />
      </div>
      <div className="row">
        <p className="order-name" dir="auto">
          {address === null ? <Trans>Bills go to the advertiser’s address.</Trans> : addressLine(address, i18n)}
        </p>
        <Button onPress={onEditAddress}>{address === null ? <Trans>Enter another address</Trans> : <Trans>Change address</Trans>}</Button>
        {address !== null && (
          <Button kind="plain" onPress={() => set('billing.address', null)}>
            <Trans>Use the advertiser’s address</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

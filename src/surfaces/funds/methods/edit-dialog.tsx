import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import type { BillingAddress } from '../../../contract/advertisers/advertisers.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { cardValidity } from '../../../contract/money/funds.rules.ts'
import { type PaymentMethod, type PaymentMethodChange, payments } from '../../../contract/payments/payments.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { type FormOf, ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { fundsData } from '../context.tsx'
import { useRefusalTexts } from '../refusals.ts'
import { addressLine } from '../../../parts/billing/address.ts'
import { expiryText, methodName } from './words.ts'

const AddressDialog = lazyIdle(() => import('../../../parts/billing/address-dialog.tsx'))

type MethodValues = {
  readonly name: string
  readonly expiry: string
  readonly billing_address: BillingAddress | null
}

/** Month and year of a text such as 08/27. */
function expiryOf(text: string) {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(text.trim()) ?? []
  return month === undefined || year === undefined ? undefined : { month: Number(month), year: 2000 + Number(year) }
}

interface EditDialogProps {
  readonly at: { readonly memberGroupId: number; readonly advertiserId: number; readonly paymentMethodId: number }
  readonly method: PaymentMethod
  readonly onClose: () => void
}

/** Changes the name, the expiry date of a card and the billing address of a payment method. */
export default function EditDialog({ at, method, onClose }: EditDialogProps) {
  const { t, i18n } = useLingui()
  const { mutate } = useMutate()
  const today = useToday()
  const refusals = useRefusalTexts()
  const [isEditingAddress, setEditingAddress] = useState(false)
  // The address has a form of its own, so its dialog is outside of this one.
  const shownForm = useRef<FormOf<MethodValues>>(undefined)
  const isCard = method.data.exp_month !== null
  const isExpiry = (text: string): FieldRuleResult => {
    if (!isCard) return true
    const date = expiryOf(text)
    if (!date) return { code: 'custom', text: t`Enter month and year as on the card, for example 08/29` }
    return cardValidity(date, today) !== 'expired' || { code: 'custom', text: t`This date is in the past` }
  }
  const initial: MethodValues = { name: method.name, expiry: expiryText(method.data), billing_address: method.billing_address }
  const save = ({ version, changes }: { readonly version: number; readonly changes: Partial<MethodValues> }) => {
    const date = changes.expiry === undefined ? undefined : expiryOf(changes.expiry)
    const body: PaymentMethodChange = {
      ...(changes.name !== undefined && { name: changes.name.trim() }),
      ...(changes.billing_address && { billing_address: changes.billing_address }),
      ...(date && { exp_month: date.month, exp_year: date.year }),
    }
    return mutate(payments.changeMethod, { path: at, body }, { version, stale: fundsData, title: t`Payment method saved` })
  }
  return (
    <>
      <ResourceFormDialog<MethodValues>
        name="payment method"
        heading={t`Edit ${methodName(method.data, i18n)}`}
        label={t`Payment method`}
        initial={initial}
        version={method.version}
        texts={refusals}
        // A card keeps its expired date until the user changes it.
        rules={{ name: [required, maxLength(120)], expiry: [(text) => text === initial.expiry || isExpiry(text)] }}
        save={(_, changed) => save(changed)}
        submit={<Trans>Save changes</Trans>}
        disabledBecause={({ isDirty }) => (isDirty ? undefined : t`No changes to save`)}
        onClose={onClose}
      >
        {(form) => {
          shownForm.current = form
          const address = form.field('billing_address', t`Billing address`).value
          return (
            <>
              <TextField {...form.field('name', t`Name`)} maxLength={120} />
              {isCard && <TextField {...form.field('expiry', t`Expiry date`)} inputMode="numeric" help={t`MM/YY`} />}
              <div className="pay-choices">
                {address && <address>{addressLine(address, i18n)}</address>}
                <div className="row">
                  <Button onPress={() => setEditingAddress(true)}>
                    <Trans>Change address</Trans>
                  </Button>
                </div>
              </div>
            </>
          )
        }}
      </ResourceFormDialog>
      {isEditingAddress && (
        <Suspense>
          <AddressDialog
            address={shownForm.current?.values.billing_address ?? null}
            submit={t`Use this address`}
            save={async (address) => shownForm.current?.set('billing_address', address)}
            onClose={() => setEditingAddress(false)}
          />
        </Suspense>
      )}
    </>
  )
}

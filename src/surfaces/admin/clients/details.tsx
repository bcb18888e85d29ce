import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { bidDigitsOf } from '../../../contract/bids/bids.rules.ts'
import { type MemberGroup, memberGroups } from '../../../contract/clients/clients.ts'
import { needsReviewAfter } from '../../../contract/clients/clients.rules.ts'
import { defaultCurrencyDigits } from '../../../contract/money/currencies.ts'
import { useMutate } from '../../../kit/mutate.ts'
import type { FormOf, Save } from '../../../parts/resource/form.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { FixedNote, useFixed } from '../frame/fixed-note.tsx'
import { SettingsForm } from '../frame/settings-form.tsx'
import { LabelExamples } from './label-examples.tsx'
import { changeOf, type ClientValues, clientRules, currencyOption, textOf, valuesOf } from './values.ts'

interface FieldsProps {
  readonly client: MemberGroup
  readonly form: FormOf<ClientValues>
  readonly types: readonly SelectedOption[]
  readonly isReadonly: boolean
}

function Fields({ client, form, types, isReadonly }: FieldsProps) {
  const { t } = useLingui()
  const { values } = form
  const currencies = useMemo(() => client.currencies.map(({ currency_code }) => currencyOption(currency_code)), [client.currencies])
  const currency_code = String(values['default_currency.currency_code']?.id ?? client.default_currency.currency_code)
  const { digits = defaultCurrencyDigits } = client.currencies.find((currency) => currency.currency_code === currency_code) ?? {}
  const currency = form.field('default_currency.currency_code', t`Default currency`)
  return (
    <>
      <TextField {...form.field('name', t`Name`)} isRequired isReadonly={isReadonly} maxLength={80} />
      <Select {...form.field('member_group_type_id', t`Type`)} isReadonly={isReadonly} options={types} />
      <TextField
        {...form.field('label.singular', t`Word for one entity`)}
        isRequired
        isReadonly={isReadonly}
        maxLength={40}
        help={t`What advertisers advertise, for example Product, Room or Restaurant.`}
      />
      <TextField {...form.field('label.plural', t`Word for several entities`)} isRequired isReadonly={isReadonly} maxLength={40} />
      <LabelExamples singular={values['label.singular']} plural={values['label.plural']} />
      <Select
        {...currency}
        isReadonly={isReadonly}
        options={currencies}
        noClear
        onChange={(option) => option && currency.onChange(option)}
      />
      <MoneyField
        {...form.field('default_currency.min_bid', t`Lowest bid`)}
        isRequired
        isReadonly={isReadonly}
        currency={{ currency_code, currency_digits: digits }}
        digits={bidDigitsOf(digits)}
        help={t`Funds count as available above this amount.`}
      />
      <Checkbox
        {...form.field('registration_enabled', t`Advertisers can register themselves`)}
        isReadonly={isReadonly}
        help={t`If on, the sign-in page has a link to the registration.`}
      />
    </>
  )
}

interface DetailsProps {
  readonly client: MemberGroup
  readonly types: readonly SelectedOption[]
}

/** The form of a client's details. Saving them sends the client to internal staff for a review. */
export function Details({ client, types }: DetailsProps) {
  const { t } = useLingui()
  const { emit } = useAdmin()
  const { mutate } = useMutate()
  const { isFixed, mayNot } = useFixed({ permissions: ['member_groups.change'] })
  const { member_group_id: memberGroupId } = client
  const needsReview = (form: FormOf<ClientValues>) => {
    const changes = form.changes() as Partial<ClientValues> // the form's own fields
    return form.isDirty && needsReviewAfter(client.status, changeOf(form.values, changes))
  }
  const save = (values: ClientValues, { changes, version }: Save<ClientValues>) =>
    mutate(
      memberGroups.change,
      { path: { memberGroupId }, body: changeOf(values, changes) },
      {
        version,
        stale: adminData,
        event: () => emit('ad-client-changed', { member_group_id: memberGroupId }),
        title: t`Client saved`,
        text: ({ status, name }) => (status === 'pending' ? t`${name} is pending until internal staff confirms it.` : name),
      },
    )
  return (
    <section className="detail-part" aria-labelledby="client-details">
      <h3 id="client-details">
        <Trans>Details</Trans>
      </h3>
      <FixedNote mayNot={mayNot} />
      <SettingsForm<ClientValues>
        name={`client ${memberGroupId}`}
        label={t`Details of the client`}
        initial={valuesOf(client, types)}
        version={client.version}
        rules={clientRules}
        save={save}
        textOf={textOf(t`On`, t`Off`)}
      >
        {(form) => (
          <>
            <Fields client={client} form={form} types={types} isReadonly={isFixed} />
            {needsReview(form) && (
              <Callout kind="info" isAnnounced heading={<Trans>The client becomes pending until internal staff confirms</Trans>}>
                <Trans>Its campaigns continue to serve.</Trans>
              </Callout>
            )}
          </>
        )}
      </SettingsForm>
    </section>
  )
}

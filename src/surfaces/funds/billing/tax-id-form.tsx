import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength } from '../../../contract/fields/fields.rules.ts'
import type { TaxType } from '../../../contract/payments/fees.ts'
import { type AdvertiserTaxId, taxIds } from '../../../contract/payments/tax-ids.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceForm, type Save } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { fundsData, useAccount } from '../context.tsx'
import { countryName } from '../../../parts/billing/address.ts'
import { useRefusalTexts } from '../refusals.ts'

/** The names are those of the request, so that its faults are shown at the fields. */
type TaxIdValues = { readonly 'tax_id.tax_type_id': SelectedOption | null; readonly 'tax_id.value': string }

interface TaxIdFormProps {
  readonly types: readonly TaxType[]
  /** The tax type of the advertiser's address. */
  readonly usualTypeId: number | null
  readonly taxId: AdvertiserTaxId['tax_id']
  readonly version: number
}

/** The tax id that invoices of the advertiser show. */
export function TaxIdForm({ types, usualTypeId, taxId, version }: TaxIdFormProps) {
  const { t, i18n } = useLingui()
  const path = useAccount()
  const { isReadonly } = useScope()
  const { mutate } = useMutate()
  const texts = useRefusalTexts()
  const mayNot = useDisabledReason()({ permissions: ['advertisers.change'] })
  const isFixed = isReadonly || mayNot !== undefined
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.locale)
    return types
      .map(({ tax_type_id: id, country_code }) => ({ id, label: countryName(country_code, i18n) }))
      .sort((a, b) => compare(a.label, b.label))
  }, [types, i18n])
  const isChosen = (type: SelectedOption | null, values: TaxIdValues): FieldRuleResult =>
    type !== null || values['tax_id.value'].trim() === '' || { code: 'custom', text: t`Choose the country of the tax ID` }
  const save = ({ 'tax_id.tax_type_id': type, 'tax_id.value': text }: TaxIdValues, { version }: Save<TaxIdValues>) => {
    const value = text.trim()
    const body = { tax_id: value === '' || type === null ? null : { tax_type_id: Number(type.id), value } }
    return mutate(taxIds.change, { path, body }, { version, stale: fundsData, title: value === '' ? t`Tax ID removed` : t`Tax ID saved` })
  }
  if (isFixed && !taxId)
    return (
      <div className="row">
        <span>
          <Trans>No tax ID</Trans>
        </span>
        {!isReadonly && (
          <Button disabledBecause={mayNot} onPress={() => undefined}>
            <Trans>Add tax ID</Trans>
          </Button>
        )}
      </div>
    )
  return (
    <ResourceForm<TaxIdValues>
      name="tax id"
      label={t`Tax ID of the advertiser`}
      initial={{
        'tax_id.tax_type_id': options.find(({ id }) => id === (taxId?.tax_type_id ?? usualTypeId)) ?? null,
        'tax_id.value': taxId?.value ?? '',
      }}
      version={version}
      rules={{ 'tax_id.tax_type_id': [isChosen], 'tax_id.value': [maxLength(40)] }}
      save={save}
      texts={texts}
      isReadonly={isReadonly}
      disabledBecause={({ values }) => mayNot ?? (!taxId && values['tax_id.value'].trim() === '' ? t`Enter the tax ID` : undefined)}
      submit={<Trans>Save tax ID</Trans>}
    >
      {(form) => (
        <>
          <Select {...form.field('tax_id.tax_type_id', t`Country`)} isReadonly={isFixed} options={options} noClear />
          <TextField
            {...form.field('tax_id.value', t`Tax ID`)}
            isReadonly={isFixed}
            maxLength={40}
            help={t`For example the VAT number. Invoices that are issued afterwards show it. Leave it empty if there is none.`}
          />
        </>
      )}
    </ResourceForm>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import type { BillingAddress } from '../../contract/advertisers/advertisers.ts'
import { maxLength, postalCode, required } from '../../contract/fields/fields.rules.ts'
import { type FormOf, ResourceFormDialog } from '../resource/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { SelectedOption } from '../../ui/select/option.ts'
import { Select } from '../../ui/select/select.tsx'
import { countryName } from './address.ts'

/** ISO 3166-1 alpha-2. */
const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

type AddressValues = {
  readonly name: string
  readonly line_1: string
  readonly line_2: string
  readonly city: string
  readonly region: string
  readonly postal_code: string
  readonly country: SelectedOption | null
}

const rules = {
  name: [required, maxLength(120)],
  line_1: [required, maxLength(120)],
  line_2: [maxLength(120)],
  city: [required, maxLength(80)],
  region: [maxLength(80)],
  postal_code: [required, postalCode, maxLength(20)],
  country: [required],
}

const empty = { name: '', line_1: '', line_2: '', city: '', region: '', postal_code: '' }

function Fields({ form }: { readonly form: FormOf<AddressValues> }) {
  const { t, i18n } = useLingui()
  const countries = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.locale)
    return countryCodes.map((id) => ({ id, label: countryName(id, i18n) })).sort((a, b) => compare(a.label, b.label))
  }, [i18n])
  return (
    <>
      <TextField {...form.field('name', t`Company or name`)} autoComplete="organization" />
      <TextField {...form.field('line_1', t`Street and number`)} autoComplete="address-line1" />
      <TextField {...form.field('line_2', t`Address addition`)} autoComplete="address-line2" />
      <TextField {...form.field('postal_code', t`Postal code`)} autoComplete="postal-code" />
      <TextField {...form.field('city', t`City`)} autoComplete="address-level2" />
      <TextField {...form.field('region', t`State or region`)} autoComplete="address-level1" />
      <Select {...form.field('country', t`Country`)} options={countries} isRequired noClear />
    </>
  )
}

interface AddressDialogProps {
  /** The address to change; null for a new one. */
  readonly address: BillingAddress | null
  readonly submit: string
  /** Where the address appears, if that is not on receipts and invoices. */
  readonly note?: ReactNode
  readonly save: (address: BillingAddress) => Promise<unknown>
  readonly onClose: () => void
}

/** A billing address. `save` decides what becomes of it. */
export default function AddressDialog({ address, submit, note, save, onClose }: AddressDialogProps) {
  const { t, i18n } = useLingui()
  const { country_code, ...texts } = address ?? { ...empty, country_code: '' }
  const initial: AddressValues = {
    ...texts,
    country: country_code === '' ? null : { id: country_code, label: countryName(country_code, i18n) },
  }
  return (
    <ResourceFormDialog<AddressValues>
      name="billing address"
      heading={<Trans>Billing address</Trans>}
      note={note ?? <Trans>It appears on receipts and invoices.</Trans>}
      label={t`Billing address`}
      initial={initial}
      rules={rules}
      save={({ country, ...values }) => save({ ...trimmed(values), country_code: String(country?.id) })}
      submit={submit}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </ResourceFormDialog>
  )
}

type AddressTexts = typeof empty

const trimmed = ({ name, line_1, line_2, city, region, postal_code }: AddressTexts): AddressTexts => ({
  name: name.trim(),
  line_1: line_1.trim(),
  line_2: line_2.trim(),
  city: city.trim(),
  region: region.trim(),
  postal_code: postal_code.trim(),
})

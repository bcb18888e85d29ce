import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef } from 'react'
import { roleGroups } from '../../../contract/access/permissions.ts'
import { bidDigitsOf } from '../../../contract/bids/bids.rules.ts'
import { defaultLabel, memberGroups, type NewMemberGroup } from '../../../contract/clients/clients.ts'
import { loginKeyOf } from '../../../contract/clients/clients.rules.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { currencies, defaultCurrencyDigits } from '../../../contract/money/currencies.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { type FormOf, ResourceForm } from '../../../parts/resource/form.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { MultiSelect } from '../../../ui/select/multi-select.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { clientPath, clientsPath } from '../links.ts'
import { useTenantOptions } from '../tenants/options.ts'
import { LabelExamples } from './label-examples.tsx'
import { useHostRules, useRefusalTexts } from './hosts/words.ts'
import { type ClientValues, clientRules, currencyOption, defaultCurrencyOf, labelOf } from './values.ts'
import { useClientTypes } from './words.ts'

type NewClientValues = ClientValues & {
  readonly same_as: SelectedOption | null
  readonly currency_codes: readonly SelectedOption[]
  readonly host_name: string
  readonly login_key: string
}

const initial: NewClientValues = {
  same_as: null,
  name: '',
  'label.singular': defaultLabel.singular,
  'label.plural': defaultLabel.plural,
  'default_currency.currency_code': currencyOption('USD'),
  'default_currency.min_bid': '0.1',
  currency_codes: [],
  member_group_type_id: null,
  registration_enabled: false,
  host_name: '',
  login_key: '',
}

/** The request that creates the client. */
function bodyOf(values: NewClientValues): NewMemberGroup {
  const { currency_codes, member_group_type_id, host_name, login_key, registration_enabled } = values
  return {
    name: values.name.trim(),
    label: labelOf(values),
    default_currency: defaultCurrencyOf(values),
    ...(currency_codes.length > 0 && { currency_codes: currency_codes.map(({ id }) => String(id)) }),
    member_group_type_id: member_group_type_id === null ? null : Number(member_group_type_id.id),
    registration_enabled,
    ...(host_name !== '' && { host_name }),
    ...(login_key !== '' && { login_key }),
  }
}

/** Copies the settings of another client into the form, but not what only one client can have. */
function useCopy(form: FormOf<NewClientValues>, types: readonly SelectedOption[]) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { showError } = useMutate()
  return async (option: SelectedOption | null) => {
    form.field('same_as', '').onChange(option)
    if (option === null) return
    const read = send(memberGroups.one, { path: { memberGroupId: Number(option.id) } })
    const client = await read.catch(showError(t`Couldn’t load the client`))
    if (!client) return
    form.set('label.singular', client.label.singular)
    form.set('label.plural', client.label.plural)
    form.set('default_currency.currency_code', currencyOption(client.default_currency.currency_code))
    form.set('default_currency.min_bid', client.default_currency.min_bid)
    form.set(
      'currency_codes',
      client.currencies.map(({ currency_code }) => currencyOption(currency_code)),
    )
    form.set('member_group_type_id', types.find(({ id }) => id === client.member_group_type_id) ?? null)
    form.set('registration_enabled', client.registration_enabled)
  }
}

interface FieldsProps {
  readonly form: FormOf<NewClientValues>
  readonly types: readonly SelectedOption[]
}

function Fields({ form, types }: FieldsProps) {
  const { t } = useLingui()
  const { values } = form
  const { data = [] } = useRead(currencies.list, {})
  const options = useMemo(() => data.map(({ currency_code: id, name }) => ({ id, label: id, note: name })), [data])
  const { clients } = useTenantOptions(undefined)
  const copy = useCopy(form, types)
  const currency_code = String(values['default_currency.currency_code']?.id ?? 'USD')
  const { digits = defaultCurrencyDigits } = data.find((currency) => currency.currency_code === currency_code) ?? {}
  const others = form.field('currency_codes', t`Other currencies`)
  return (
    <>
      <Select
        {...form.field('same_as', t`Same as client`)}
        options={clients}
        onChange={(option) => void copy(option)}
        help={t`Copies type, words, currencies and registration. You can still change them.`}
      />
      <TextField {...form.field('name', t`Name`)} isRequired maxLength={80} />
      <Select {...form.field('member_group_type_id', t`Type`)} options={types} />
      <TextField
        {...form.field('label.singular', t`Word for one entity`)}
        isRequired
        maxLength={40}
        help={t`What advertisers advertise, for example Product, Room or Restaurant.`}
      />
      <TextField {...form.field('label.plural', t`Word for several entities`)} isRequired maxLength={40} />
      <LabelExamples singular={values['label.singular']} plural={values['label.plural']} />
      <Select {...form.field('default_currency.currency_code', t`Default currency`)} isRequired options={options} />
      <MoneyField
        {...form.field('default_currency.min_bid', t`Lowest bid`)}
        isRequired
        currency={{ currency_code, currency_digits: digits }}
        digits={bidDigitsOf(digits)}
        help={t`Funds count as available above this amount.`}
      />
      <MultiSelect {...others} options={options} help={t`Currencies of advertisers, in addition to the default currency.`} />
      <TextField
        {...form.field('host_name', t`Host name`)}
        tidy={(text) => text.trim().toLowerCase()}
        placeholder={t`ads.example.com`}
        help={t`The address of the client’s own sign-in page. It can be added later.`}
      />
      <TextField
        {...form.field('login_key', t`Login key`)}
        tidy={(text) => text.trim().toLowerCase()}
        placeholder={loginKeyOf(values.name)}
        help={t`The part of the address before /login. If empty, it is made from the name.`}
      />
      <Checkbox
        {...form.field('registration_enabled', t`Advertisers can register themselves`)}
        help={t`If on, the sign-in page has a link to the registration.`}
      />
    </>
  )
}

function NewClientForm({ types }: Pick<FieldsProps, 'types'>) {
  const { t } = useLingui()
  const { go } = usePath()
  const { emit, isReadonly } = useAdmin()
  const { mutate } = useMutate()
  const hostRules = useHostRules()
  const texts = useRefusalTexts()
  const created = useRef<number>(undefined)
  const open = ({ name }: NewClientValues) => created.current !== undefined && go(clientPath(created.current), name.trim())
  const save = (values: NewClientValues) =>
    mutate(
      memberGroups.create,
      { body: bodyOf(values) },
      {
        stale: adminData,
        event: ({ member_group_id }) => emit('ad-client-created', { member_group_id }),
        title: t`Client created`,
        text: values.name.trim(),
      },
    ).then((client) => {
      created.current = client.member_group_id
      return client
    })
  return (
    <ResourceForm<NewClientValues>
      name="new client"
      label={t`New client`}
      initial={initial}
      rules={{ ...clientRules, ...hostRules, name: [required, ...(clientRules.name ?? [])] }}
      save={save}
      texts={texts}
      savesUnchanged
      done={open}
      isReadonly={isReadonly}
      submit={<Trans>Create client</Trans>}
    >
      {(form) => <Fields form={form} types={types} />}
    </ResourceForm>
  )
}

/** The form of a new client, for internal staff. */
export default function CreateClientScreen() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { types, isLoading } = useClientTypes()
  return (
    <Gate
      roles={roleGroups.internalAndAbove}
      anyRole
      permissions={['member_groups.create']}
      waiting={<LoadingSkeleton height={480} />}
      fallback={<NoPermission text={<Trans>Only internal staff creates clients.</Trans>} />}
    >
      <DetailPage>
        <DetailHeader
          back={{ target: linkTo(clientsPath, t`Clients`), label: <Trans>All clients</Trans> }}
          name={
            <h2>
              <Trans>New client</Trans>
            </h2>
          }
        />
        {isLoading ? <LoadingSkeleton height={480} /> : <NewClientForm types={types} />}
      </DetailPage>
    </Gate>
  )
}

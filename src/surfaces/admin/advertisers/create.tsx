import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useRef } from 'react'
import { type Advertiser, advertisers } from '../../../contract/advertisers/advertisers.ts'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { type FormOf, ResourceForm } from '../../../parts/resource/form.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { advertiserPath } from '../links.ts'
import { AdvertiserFields } from './fields.tsx'
import { type Lookups, useLookups, useTimeZones } from './lookups.ts'
import { advertiserRules, type AdvertiserValues, newAdvertiserOf, type NewAdvertiserValues, valuesOf } from './values.ts'
import { refusalTexts, refusalWords } from './words.ts'

const nothing: AdvertiserValues = {
  name: '',
  status: 'pending',
  advertiser_group_id: null,
  industry_id: null,
  channel_ids: [],
  advertiser_experience_ids: [],
  billing_address: null,
  metadata: [],
}

function MoneyAndTime({ form }: { readonly form: FormOf<NewAdvertiserValues> }) {
  const { t } = useLingui()
  const { currencies } = useClient()
  const zones = useTimeZones()
  const options = useMemo(() => currencies.map(({ currency_code: id, name }) => ({ id, label: `${id} – ${name}` })), [currencies])
  const currency = form.field('currency_code', t`Currency`)
  const zone = form.field('time_zone', t`Time zone`)
  return (
    <>
      <Select {...currency} options={options} noClear onChange={(option) => option && currency.onChange(option)} />
      <Select
        {...zone}
        options={zones}
        noClear
        onChange={(option) => option && zone.onChange(option)}
        help={t`Currency and time zone cannot be changed later, because all amounts and days depend on them.`}
      />
    </>
  )
}

interface NewFormProps {
  /** The advertiser to copy. */
  readonly source: Advertiser | undefined
  readonly lookups: Lookups
}

function NewForm({ source, lookups }: NewFormProps) {
  const { t, i18n } = useLingui()
  const { go } = usePath()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { memberGroup } = useClient()
  const { mutate } = useMutate()
  const created = useRef<Advertiser>(undefined)
  const mayNot = useDisabledReason()({ permissions: ['advertisers.create'] })
  const name = source?.name ?? ''
  const currency = source?.currency_code ?? memberGroup?.default_currency?.currency_code ?? ''
  const zone = source?.time_zone ?? ownZone()
  const initial: NewAdvertiserValues = {
    ...(source ? { ...valuesOf(source, lookups), name: t`Copy of ${name}`, status: 'pending' as const } : nothing),
    currency_code: { id: currency, label: currency },
    time_zone: { id: zone, label: zone },
  }
  const save = async (values: NewAdvertiserValues) => {
    created.current = await mutate(
      advertisers.create,
      { path: { memberGroupId }, body: newAdvertiserOf(values) },
      {
        stale: adminData,
        event: ({ advertiser_id }) => emit('ad-advertiser-created', { advertiser_id }),
        title: t`Advertiser created`,
        text: values.name,
      },
    )
    return created.current
  }
  const isPending = memberGroup?.status === 'pending'
  return (
    <ResourceForm<NewAdvertiserValues>
      name="new advertiser"
      label={t`New advertiser`}
      initial={initial}
      rules={advertiserRules}
      save={save}
      texts={refusalTexts(i18n)}
      submit={<Trans>Create advertiser</Trans>}
      disabledBecause={mayNot ?? (isPending ? i18n._(refusalWords.client_pending) : undefined)}
      savesUnchanged
      done={({ name }) => created.current && go(advertiserPath(memberGroupId, created.current.advertiser_id), name)}
    >
      {(form) => (
        <AdvertiserFields
          form={form as unknown as Parameters<typeof AdvertiserFields>[0]['form']} // a form with more fields
          lookups={lookups}
          isReadonly={false}
          fixed={<MoneyAndTime form={form} />}
        />
      )}
    </ResourceForm>
  )
}

/** The form of one new advertiser. `?copy=` is the advertiser whose details it starts with. */
export function NewAdvertiserForm() {
  const { query } = usePath()
  const lookups = useLookups()
  const { state } = useClient()
  const copied = parseId(query.get('copy'))
  const read = useRead(advertisers.one, copied === undefined ? null : { path: { advertiserId: copied } })
  if (lookups.isLoading || read.isLoading || state === 'idle' || state.startsWith('pending')) return <LoadingSkeleton height={320} />
  return <NewForm key={copied} source={read.data} lookups={lookups} />
}

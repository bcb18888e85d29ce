import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { type AdvertiserStatus, advertiserStatusChoices } from '../../../contract/advertisers/advertisers.rules.ts'
import type { Permission } from '../../../contract/access/permissions.ts'
import { advertiserStatuses } from '../../../contract/statuses.ts'
import { addressLines } from '../../../parts/billing/address.ts'
import type { FormOf } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { MultiSelect } from '../../../ui/select/multi-select.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useTenantOptions } from '../tenants/options.ts'
import type { Lookups } from './lookups.ts'
import { type AdvertiserValues, withMetadata } from './values.ts'

const AddressDialog = lazyIdle(() => import('../../../parts/billing/address-dialog.tsx'))

interface FieldsProps {
  readonly form: FormOf<AdvertiserValues>
  readonly lookups: Lookups
  readonly isReadonly: boolean
}

/** The status, as far as the current one allows. */
function StatusField({
  form,
  from,
  disabledBecause,
}: Pick<FieldsProps, 'form'> & { readonly from: AdvertiserStatus | undefined; readonly disabledBecause: string | undefined }) {
  const { t, i18n } = useLingui()
  const hints: Readonly<Record<AdvertiserStatus, string>> = {
    pending: t`Its campaigns do not serve until it is activated.`,
    active: t`Its campaigns can serve.`,
    inactive: t`Its campaigns do not serve.`,
  }
  return (
    <RadioGroup
      {...form.field('status', t`Status`)}
      disabledBecause={disabledBecause}
      choices={advertiserStatuses.map((value) => ({
        value,
        label: statusLabel(value, i18n),
        hint: hints[value],
        disabledBecause:
          from === undefined || advertiserStatusChoices[from].includes(value)
            ? undefined
            : t`An activated advertiser does not become pending again`,
      }))}
    />
  )
}

/** The address that receipts and invoices show. */
function AddressField({ form, isReadonly }: Omit<FieldsProps, 'lookups'>) {
  const { t, i18n } = useLingui()
  const [isEditing, setEditing] = useState(false)
  const { value, onChange } = form.field('billing_address', t`Billing address`)
  return (
    <section className="detail-part" aria-labelledby="advertiser-address">
      <h3 id="advertiser-address">
        <Trans>Billing address</Trans>
      </h3>
      {value === null ? (
        <p className="quiet">
          <Trans>Receipts and invoices need one.</Trans>
        </p>
      ) : (
        <address dir="auto">
          {addressLines(value, i18n).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      )}
      {!isReadonly && (
        <div className="row">
          <Button onPress={() => setEditing(true)}>{value === null ? <Trans>Add address</Trans> : <Trans>Change address</Trans>}</Button>
          {value !== null && (
            <Button kind="plain" onPress={() => onChange(null)}>
              <Trans>Remove address</Trans>
            </Button>
          )}
        </div>
      )}
      {isEditing && (
        <Suspense>
          <AddressDialog
            address={value}
            submit={t`Use address`}
            save={async (address) => onChange(address)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The client's own fields of its advertisers, with values that have no field any more. */
function MetadataFields({ form, lookups: { metadataKeys }, isReadonly }: FieldsProps) {
  const { t } = useLingui()
  const { value: metadata, onChange } = form.field('metadata', t`More fields`)
  const known = new Set(metadataKeys.map(({ key }) => key))
  const keys = [...metadataKeys, ...metadata.filter(({ key }) => !known.has(key)).map(({ key }) => ({ key, label: key }))]
  if (keys.length === 0) return null
  return (
    <section className="detail-part" aria-labelledby="advertiser-metadata">
      <h3 id="advertiser-metadata">
        <Trans>More fields</Trans>
      </h3>
      {keys.map(({ key, label }) => (
        <TextField
          key={key}
          label={label}
          value={metadata.find((entry) => entry.key === key)?.value ?? ''}
          onChange={(text) => onChange(withMetadata(metadata, key, text))}
          isReadonly={isReadonly}
          maxLength={500}
        />
      ))}
    </section>
  )
}

interface AdvertiserFieldsProps extends FieldsProps {
  /** The saved status; undefined for a new advertiser. */
  readonly from?: AdvertiserStatus
  /** Shown after the name, such as the currency. */
  readonly fixed?: React.ReactNode
}

/** Details of an advertiser. */
export function AdvertiserFields({ form, lookups, isReadonly, from, fixed }: AdvertiserFieldsProps) {
  const { t } = useLingui()
  const { clientId } = useScope()
  const reasonOf = useDisabledReason()
  const tenants = useTenantOptions(clientId)
  // A field that is read-only anyway needs no reason.
  const unlessMay = (permission: Permission) => (isReadonly ? undefined : reasonOf({ permissions: [permission] }))
  const channels = form.field('channel_ids', t`Channels`)
  const experiences = form.field('advertiser_experience_ids', t`Experiences`)
  return (
    <>
      <TextField {...form.field('name', t`Name`)} isReadonly={isReadonly} isRequired maxLength={120} />
      {fixed}
      <StatusField form={form} from={from} disabledBecause={isReadonly ? t`You can only read this` : unlessMay('advertisers.activate')} />
      <Select
        {...form.field('advertiser_group_id', t`Group`)}
        isReadonly={isReadonly}
        disabledBecause={unlessMay('advertiser_groups.change')}
        options={tenants.advertiser_groups}
      />
      <Select {...form.field('industry_id', t`Industry`)} isReadonly={isReadonly} options={lookups.industries} />
      <MultiSelect
        {...channels}
        isReadonly={isReadonly}
        options={lookups.channels}
        help={t`Without a choice: all channels of the client.`}
      />
      <MultiSelect
        {...experiences}
        isReadonly={isReadonly}
        disabledBecause={unlessMay('advertisers.activate')}
        options={lookups.experiences}
        help={t`Without a choice: all experiences of the client.`}
      />
      <AddressField form={form} isReadonly={isReadonly} />
      <MetadataFields form={form} lookups={lookups} isReadonly={isReadonly} />
    </>
  )
}

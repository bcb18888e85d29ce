import { Trans, useLingui } from '@lingui/react/macro'
import { type Advertiser, advertisers } from '../../../contract/advertisers/advertisers.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { Save } from '../../../parts/resource/form.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { SettingsForm } from '../frame/settings-form.tsx'
import { addAdvertisersPath } from '../links.ts'
import { useAdvertiser } from './context.tsx'
import { AdvertiserFields } from './fields.tsx'
import { type Lookups, useLookups } from './lookups.ts'
import { advertiserRules, type AdvertiserValues, changeOf, formTextOf, valuesOf } from './values.ts'
import { refusalTexts } from './words.ts'

/** Currency and time zone, which no change reaches, and the way to another advertiser that has others. */
function FixedDetails({ advertiser }: { readonly advertiser: Advertiser }) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { isReadonly } = useAdmin()
  const mayNotCreate = useDisabledReason()({ permissions: ['advertisers.create'] })
  const { currency_code, time_zone, member_group_id, advertiser_id } = advertiser
  return (
    <>
      <KeyValues
        items={[
          { id: 'currency', label: t`Currency`, value: currency_code },
          { id: 'zone', label: t`Time zone`, value: time_zone },
        ]}
      />
      <p className="quiet">
        <Trans>Currency and time zone cannot be changed, because all amounts and days depend on them.</Trans>{' '}
        {!isReadonly && mayNotCreate === undefined && (
          <Link target={linkTo(addAdvertisersPath(member_group_id, { copy: String(advertiser_id) }), t`Add advertisers`)}>
            <Trans>Copy into a new advertiser</Trans>
          </Link>
        )}
      </p>
    </>
  )
}

function Settings({ advertiser, lookups }: { readonly advertiser: Advertiser; readonly lookups: Lookups }) {
  const { t, i18n } = useLingui()
  const { emit, isReadonly } = useAdmin()
  const { mutate } = useMutate()
  const mayNot = useDisabledReason()({ permissions: ['advertisers.change'] })
  const { advertiser_id: advertiserId, member_group_id: memberGroupId, version } = advertiser
  const save = (values: AdvertiserValues, { version }: Save<AdvertiserValues>) =>
    mutate(
      advertisers.change,
      { path: { memberGroupId, advertiserId }, body: changeOf(values) },
      {
        version,
        stale: adminData,
        event: () => emit('ad-advertiser-changed', { advertiser_id: advertiserId }),
        title: t`Advertiser saved`,
        text: values.name,
      },
    )
  return (
    <SettingsForm<AdvertiserValues>
      name={`advertiser ${advertiserId}`}
      label={t`Advertiser`}
      initial={valuesOf(advertiser, lookups)}
      version={version}
      rules={advertiserRules}
      save={save}
      texts={refusalTexts(i18n)}
      textOf={formTextOf(i18n)}
    >
      {(form) => (
        <>
          {mayNot !== undefined && !isReadonly && <p className="quiet">{mayNot}</p>}
          <AdvertiserFields
            form={form}
            lookups={lookups}
            isReadonly={isReadonly || mayNot !== undefined}
            from={advertiser.status}
            fixed={<FixedDetails advertiser={advertiser} />}
          />
        </>
      )}
    </SettingsForm>
  )
}

/** The form of the advertiser. */
export default function SettingsTab() {
  const advertiser = useAdvertiser()
  const lookups = useLookups()
  if (lookups.isLoading) return <LoadingSkeleton height={320} />
  return <Settings key={advertiser.advertiser_id} advertiser={advertiser} lookups={lookups} />
}

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Advertiser, advertisers } from '../../../contract/advertisers/advertisers.ts'
import { balances } from '../../../contract/money/balances.ts'
import { useRead } from '../../../kit/cache.tsx'
import { addressLine } from '../../../parts/billing/address.ts'
import { PclLine } from '../../../parts/money/pcl-line.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useCurrency } from '../../../parts/scope/client.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { DateText, DateTimeText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { useAdvertiser } from './context.tsx'
import { useHostLinks } from '../frame/host-links.ts'
import { optionOf, useListText, useLookups } from './lookups.ts'
import { Seats } from './seats.tsx'

const pathOf = ({ member_group_id: memberGroupId, advertiser_id: advertiserId }: Advertiser) => ({ memberGroupId, advertiserId })

/** The spend of the last 30 days, compared with that of similar advertisers. */
function Spend({ advertiser }: { readonly advertiser: Advertiser }) {
  const { t } = useLingui()
  const currencyOf = useCurrency()
  const links = useHostLinks()
  const read = useRead(advertisers.pcl, { path: pathOf(advertiser) })
  return (
    <section className="detail-part" aria-labelledby="advertiser-spend">
      <h3 id="advertiser-spend">
        <Trans>Spend</Trans>
      </h3>
      <ResourceGate
        read={read}
        height={96}
        brokenHeading={<Trans>Couldn’t load the spend</Trans>}
        refused={<NoPermission />}
        missing={<NoPermission />}
      >
        {({ spend, currency_code, start_date, end_date }) => (
          <>
            <KeyValues
              items={[{ id: 'spend', label: t`Spend, last 30 days`, value: <Money amount={spend} currency={currencyOf(currency_code)} /> }]}
            />
            <PclLine read={read.data} error={undefined} />
            <Link target={links.report({ advertiser_id: advertiser.advertiser_id, currency_code, start_date, end_date })}>
              <Trans>Open report</Trans>
            </Link>
          </>
        )}
      </ResourceGate>
    </section>
  )
}

/** What the advertiser can spend now. */
function Funds({ advertiser }: { readonly advertiser: Advertiser }) {
  const { t } = useLingui()
  const links = useHostLinks()
  const read = useRead(balances.one, { path: pathOf(advertiser) })
  return (
    <section className="detail-part" aria-labelledby="advertiser-funds">
      <h3 id="advertiser-funds">
        <Trans>Funds</Trans>
      </h3>
      <ResourceGate
        read={read}
        height={96}
        brokenHeading={<Trans>Couldn’t load the funds</Trans>}
        refused={<NoPermission />}
        missing={<NoPermission />}
      >
        {(balance) => (
          <>
            <KeyValues
              items={[
                { id: 'spendable', label: t`Can be spent now`, value: <Money amount={balance.spendable} currency={balance} /> },
                { id: 'owed', label: t`Owed`, value: <Money amount={balance.owed} currency={balance} /> },
                ...(balance.lasts_until === null
                  ? []
                  : [{ id: 'until', label: t`Lasts until`, value: <DateText day={balance.lasts_until} /> }]),
              ]}
            />
            <Link target={links.funds(advertiser.advertiser_id)}>
              <Trans>Open funds</Trans>
            </Link>
          </>
        )}
      </ResourceGate>
    </section>
  )
}

/** What an advertiser is, what it spends, and what it can spend. */
export default function Overview() {
  const { t, i18n } = useLingui()
  const advertiser = useAdvertiser()
  const { industries, channels, experiences } = useLookups()
  const listText = useListText()
  const mayNotReadFunds = useDisabledReason()({ permissions: ['funds.read'] })
  const { campaigns, active_campaigns: active, channel_ids, advertiser_experience_ids: experienceIds } = advertiser
  return (
    <div className="detail-tab">
      <KeyValues
        items={[
          { id: 'id', label: t`ID`, value: String(advertiser.advertiser_id) },
          { id: 'group', label: t`Group`, value: advertiser.advertiser_group_name },
          {
            id: 'industry',
            label: t`Industry`,
            value: advertiser.industry_id === null ? undefined : optionOf(industries, advertiser.industry_id).label,
          },
          { id: 'currency', label: t`Currency`, value: advertiser.currency_code },
          { id: 'zone', label: t`Time zone`, value: advertiser.time_zone },
          {
            id: 'campaigns',
            label: t`Campaigns`,
            value: t`${plural(campaigns, { one: '# campaign', other: '# campaigns' })}, ${plural(active, { one: '# active', other: '# active' })}`,
          },
          {
            id: 'channels',
            label: t`Channels`,
            value: channel_ids.length === 0 ? t`All of the client` : listText(channel_ids.map((id) => optionOf(channels, id))),
          },
          {
            id: 'experiences',
            label: t`Experiences`,
            value: experienceIds.length === 0 ? t`All of the client` : listText(experienceIds.map((id) => optionOf(experiences, id))),
          },
          {
            id: 'address',
            label: t`Billing address`,
            value: advertiser.billing_address === null ? undefined : addressLine(advertiser.billing_address, i18n),
          },
          { id: 'created', label: t`Created`, value: <DateTimeText moment={advertiser.created_at} zone={ownZone()} /> },
        ]}
      />
      <Spend advertiser={advertiser} />
      {mayNotReadFunds === undefined && <Funds advertiser={advertiser} />}
      <Seats />
    </div>
  )
}

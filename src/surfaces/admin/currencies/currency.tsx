import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BiddingConfig } from '../../../contract/bids/bidding-configs.ts'
import { changes } from '../../../contract/changes/changes.ts'
import type { Currency } from '../../../contract/money/currencies.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { createResource, useResource } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { money } from '../../../ui/format/format.ts'
import { useAdmin } from '../context.tsx'
import { HistoryTab, nounHistory } from '../frame/history-tab.tsx'
import { currenciesPath } from '../links.ts'
import { bidFormat, biddingTypeIds } from './limits.ts'
import { LimitsForm } from './limits-form.tsx'
import { useTypeNames } from './words.ts'

const current = createResource<Currency>('CurrencyPage')

/** Amounts in the currency of the page. */
function useText() {
  const { i18n } = useLingui()
  const currency = useResource(current)
  return (_: string, value: unknown) => (typeof value === 'string' ? money(value, bidFormat(currency), i18n.locale) : undefined)
}

const limitChanges = nounHistory(changes.bidding_config, {
  permission: 'bidding_configs.change',
  kinds: {
    created: msg`set the limits`,
    changed: msg`changed the limits`,
    undone: msg`undid a change`,
  },
  fields: { min_bid: msg`Minimum bid`, max_bid: msg`Maximum bid` },
  useText,
})

interface CurrencyPageProps {
  readonly currency: Currency
  readonly configs: readonly BiddingConfig[]
}

/** The bid limits of a currency, with their histories. */
export function CurrencyPage({ currency, configs }: CurrencyPageProps) {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const linkTo = usePathLink()
  const typeNames = useTypeNames()
  const { currency_code, name } = currency
  const configOf = (type: BiddingConfig['bidding_type_id']) => configs.find(({ bidding_type_id }) => bidding_type_id === type)
  return (
    <current.Context value={currency}>
      <DetailPage>
        <DetailHeader
          back={{ target: linkTo(currenciesPath(memberGroupId), t`Currencies and bids`), label: <Trans>All currencies</Trans> }}
          name={`${currency_code} – ${name}`}
        />
        <p className="quiet">
          <Trans>Advertisers cannot bid outside these limits. A change applies to new and edited bids at once.</Trans>
        </p>
        {biddingTypeIds.map((type) => (
          <LimitsForm key={type} currency={currency} type={type} label={typeNames[type]} config={configOf(type)} />
        ))}
        {configs.map(({ bidding_config_id: biddingConfigId, bidding_type_id, version }) => {
          const typeName = typeNames[bidding_type_id]
          return (
            <Disclosure key={biddingConfigId} heading={t`History: ${typeName}`}>
              <HistoryTab
                of={limitChanges}
                path={{ memberGroupId, biddingConfigId }}
                version={version}
                onUndone={() => emit('ad-bid-limits-changed', { currency_code })}
              />
            </Disclosure>
          )
        })}
      </DetailPage>
    </current.Context>
  )
}

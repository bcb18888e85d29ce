import { Trans, useLingui } from '@lingui/react/macro'
import { type BiddingConfig, biddingConfigs } from '../../../contract/bids/bidding-configs.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { ListLayout } from '../../../parts/resource/list.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/format/format.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import type { Currency } from '../../../contract/money/currencies.ts'
import { addCurrencyPath, currenciesPath } from '../links.ts'
import { CurrencyPage } from './currency.tsx'
import { bidFormat, biddingTypeIds, bidStepOf } from './limits.ts'
import { useTypeNames } from './words.ts'

function AddButton() {
  const { t } = useLingui()
  const { go } = usePath()
  const { clientId, isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['bidding_configs.create'] })
  if (isReadonly) return null
  return (
    <Button kind="primary" disabledBecause={mayNot} onPress={() => go(addCurrencyPath(clientId), t`Add currency`)}>
      <Trans>Add currency</Trans>
    </Button>
  )
}

interface CurrencyTableProps {
  readonly currencies: readonly Currency[]
  readonly configs: readonly BiddingConfig[]
}

function CurrencyTable({ currencies, configs }: CurrencyTableProps) {
  const { t, i18n } = useLingui()
  const { clientId } = useScope()
  const { memberGroup } = useClient()
  const linkTo = usePathLink()
  const typeNames = useTypeNames()
  const limitsText = (currency: Currency, type: BiddingConfig['bidding_type_id']) => {
    const config = configs.find(({ currency_id, bidding_type_id }) => currency_id === currency.currency_id && bidding_type_id === type)
    if (!config) return t`No limits`
    const text = (amount: string) => money(amount, bidFormat(currency), i18n.locale)
    const min = text(config.min_bid)
    if (config.max_bid === null) return t`From ${min}`
    const max = text(config.max_bid)
    return t`${min} to ${max}`
  }
  return (
    <table className="admin-table">
      <thead>
        <tr>
          <th scope="col">{t`Currency`}</th>
          {biddingTypeIds.map((type) => (
            <th key={type} scope="col">
              {typeNames[type]}
            </th>
          ))}
          <th scope="col">{t`Step`}</th>
        </tr>
      </thead>
      <tbody>
        {currencies.map((currency) => {
          const { currency_id, currency_code, name } = currency
          const isDefault = memberGroup?.default_currency?.currency_code === currency_code
          return (
            <tr key={currency_id}>
              <th scope="row">
                <Link target={linkTo(currenciesPath(clientId, currency_id), currency_code)}>
                  {currency_code} – {name}
                </Link>
                {isDefault && <span className="quiet"> {t`default`}</span>}
              </th>
              {biddingTypeIds.map((type) => (
                <td key={type}>{limitsText(currency, type)}</td>
              ))}
              <td>{money(bidStepOf(currency), bidFormat(currency), i18n.locale)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The currencies of the client with their bid limits. `?currency=` opens one of them. */
export default function CurrenciesTab() {
  const { t } = useLingui()
  const { query } = usePath()
  const { clientId: memberGroupId } = useScope()
  const { onNavigate } = usePathLink()(currenciesPath(memberGroupId), t`Currencies and bids`)
  const path = { memberGroupId }
  const limits = useRead(biddingConfigs.report, { path, body: {} })
  const known = useRead(memberGroups.currencies, { path })
  const data = limits.data && known.data && { configs: limits.data.bidding_configs, currencies: known.data.currencies }
  const read = {
    data,
    error: limits.error ?? known.error,
    mutate: () => Promise.all([limits.mutate(), known.mutate()]),
  }
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to currencies and bids.</Trans>} />
  const chosen = query.get('currency')
  return (
    <ResourceGate read={read} brokenHeading={<Trans>Couldn’t load the currencies</Trans>} refused={refused} missing={refused}>
      {({ configs, currencies }) => {
        const currency = currencies.find(({ currency_id }) => currency_id === parseId(chosen))
        if (currency)
          return (
            <CurrencyPage
              key={currency.currency_id}
              currency={currency}
              configs={configs.filter(({ currency_id }) => currency_id === currency.currency_id)}
            />
          )
        if (chosen !== null)
          return (
            <EmptyState heading={<Trans>Currency not found</Trans>} text={<Trans>The client does not have this currency.</Trans>}>
              <Button onPress={onNavigate}>
                <Trans>All currencies</Trans>
              </Button>
            </EmptyState>
          )
        return (
          <ListLayout heading={t`Currencies and bids`} actions={<AddButton />}>
            <CurrencyTable currencies={currencies} configs={configs} />
          </ListLayout>
        )
      }}
    </ResourceGate>
  )
}

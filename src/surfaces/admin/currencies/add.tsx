import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { biddingConfigs, biddingTypes } from '../../../contract/bids/bidding-configs.ts'
import { bidEffects } from '../../../contract/bids/bid-effect.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import type { Currency } from '../../../contract/money/currencies.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { ResourceForm } from '../../../parts/resource/form.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { useAdmin } from '../context.tsx'
import { currenciesPath } from '../links.ts'
import { EffectNote, useEffectQuestion } from './effect.tsx'
import { bidData, bidFormat, bodyOf, isAmount, type LimitValues, useLimitRules } from './limits.ts'
import { useTypeNames } from './words.ts'

type NewCurrencyValues = {
  readonly currency: SelectedOption | null
  readonly cpc_min: string
  readonly cpc_max: string
  readonly cpm_min: string
  readonly cpm_max: string
}

const cpcOf = ({ cpc_min, cpc_max }: NewCurrencyValues): LimitValues => ({ min_bid: cpc_min, max_bid: cpc_max })
const cpmOf = ({ cpm_min, cpm_max }: NewCurrencyValues): LimitValues => ({ min_bid: cpm_min, max_bid: cpm_max })

/** Validates both pairs of limits. Those per 1,000 impressions may be left out. */
function useRules(digits: number) {
  const { t } = useLingui()
  const { min_bid, max_bid } = useLimitRules(digits)
  return useMemo(() => {
    const [, bid] = min_bid
    const [maximum, aboveMinimum] = max_bid
    const neededWithMaximum = (text: string, { cpm_max }: NewCurrencyValues) =>
      text !== '' || cpm_max === '' || ({ code: 'custom', text: t`Enter a minimum, too` } as const)
    return {
      currency: [required],
      cpc_min: [required, (text: string, values: NewCurrencyValues) => bid?.(text, cpcOf(values)) ?? true],
      cpc_max: [
        (text: string, values: NewCurrencyValues) => maximum?.(text, cpcOf(values)) ?? true,
        (text: string, values: NewCurrencyValues) => aboveMinimum?.(text, cpcOf(values)) ?? true,
      ],
      cpm_min: [(text: string, values: NewCurrencyValues) => bid?.(text, cpmOf(values)) ?? true, neededWithMaximum],
      cpm_max: [
        (text: string, values: NewCurrencyValues) => maximum?.(text, cpmOf(values)) ?? true,
        (text: string, values: NewCurrencyValues) => aboveMinimum?.(text, cpmOf(values)) ?? true,
      ],
    }
  }, [t, min_bid, max_bid])
}

function NewCurrencyForm({ currencies }: { readonly currencies: readonly Currency[] }) {
  const { t } = useLingui()
  const { go } = usePath()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { send } = useRuntime()
  const { run } = useMutate()
  const { confirm, question } = useConfirm()
  const askBefore = useEffectQuestion(confirm)
  const typeNames = useTypeNames()
  const options = useMemo(
    () => currencies.map(({ currency_id: id, currency_code, name }) => ({ id, label: `${currency_code} – ${name}` })),
    [currencies],
  )
  const currencyOf = ({ currency }: NewCurrencyValues) => currencies.find(({ currency_id }) => currency_id === currency?.id)
  // Digits differ by currency; the platform checks them, too.
  const rules = useRules(3)
  const path = { memberGroupId }
  const partsOf = (values: NewCurrencyValues) => {
    const currency_id = Number(values.currency?.id)
    return [
      { currency_id, bidding_type_id: biddingTypes.CPC, ...bodyOf(cpcOf(values)) },
      ...(values.cpm_min === '' ? [] : [{ currency_id, bidding_type_id: biddingTypes.CPM, ...bodyOf(cpmOf(values)) }]),
    ]
  }
  const ask = async (values: NewCurrencyValues) => {
    for (const body of partsOf(values)) if (!(await askBefore(await send(bidEffects.effect, { path, body })))) return false
    return true
  }
  const save = (values: NewCurrencyValues) => {
    const code = currencyOf(values)?.currency_code ?? ''
    const write = async () => {
      for (const body of partsOf(values)) await send(biddingConfigs.create, { path, body })
    }
    return run(write, {
      stale: bidData,
      event: () => emit('ad-bid-limits-changed', { currency_code: code }),
      title: t`Currency added`,
      text: code,
    })
  }
  return (
    <>
      {question}
      <ResourceForm<NewCurrencyValues>
        name="new currency"
        label={t`New currency`}
        initial={{ currency: null, cpc_min: '', cpc_max: '', cpm_min: '', cpm_max: '' }}
        rules={rules}
        confirm={ask}
        save={save}
        submit={<Trans>Add currency</Trans>}
        savesUnchanged
        done={({ currency }) => go(currenciesPath(memberGroupId, Number(currency?.id)), currency?.label)}
      >
        {(form) => {
          const currency = currencyOf(form.values)
          const format = currency && bidFormat(currency)
          return (
            <>
              <Select
                {...form.field('currency', t`Currency`)}
                options={options}
                isRequired
                help={t`Advertisers with this currency bid and pay in it.`}
              />
              {format && (
                <>
                  <fieldset>
                    <legend>{typeNames[biddingTypes.CPC]}</legend>
                    <MoneyField {...form.field('cpc_min', t`Minimum bid per click`)} currency={format} isRequired />
                    <MoneyField
                      {...form.field('cpc_max', t`Maximum bid per click`)}
                      currency={format}
                      help={t`Leave empty for no maximum.`}
                    />
                    <EffectNote currency_id={currency.currency_id} bidding_type_id={biddingTypes.CPC} values={cpcOf(form.values)} />
                  </fieldset>
                  <fieldset>
                    <legend>{typeNames[biddingTypes.CPM]}</legend>
                    <MoneyField
                      {...form.field('cpm_min', t`Minimum bid per 1,000 impressions`)}
                      currency={format}
                      help={t`Leave empty for no limits.`}
                    />
                    <MoneyField
                      {...form.field('cpm_max', t`Maximum bid per 1,000 impressions`)}
                      currency={format}
                      help={t`Leave empty for no maximum.`}
                    />
                    {isAmount(form.values.cpm_min) && (
                      <EffectNote currency_id={currency.currency_id} bidding_type_id={biddingTypes.CPM} values={cpmOf(form.values)} />
                    )}
                  </fieldset>
                </>
              )}
            </>
          )
        }}
      </ResourceForm>
    </>
  )
}

function Loaded() {
  const { clientId: memberGroupId } = useScope()
  const read = useRead(biddingConfigs.unassignedCurrencies, { path: { memberGroupId } })
  return (
    <ResourceGate
      read={read}
      brokenHeading={<Trans>Couldn’t load the currencies</Trans>}
      refused={<NoPermission />}
      missing={<NoPermission />}
    >
      {({ currencies }) =>
        currencies.length === 0 ? (
          <EmptyState heading={<Trans>No currency is left</Trans>} text={<Trans>The client has every currency of the platform.</Trans>} />
        ) : (
          <NewCurrencyForm currencies={currencies} />
        )
      }
    </ResourceGate>
  )
}

/** A new currency of the client, with its bid limits. */
export default function AddScreen() {
  const { t } = useLingui()
  const { clientId } = useScope()
  const linkTo = usePathLink()
  return (
    <DetailPage>
      <DetailHeader
        back={{ target: linkTo(currenciesPath(clientId), t`Currencies and bids`), label: <Trans>All currencies</Trans> }}
        name={t`Add currency`}
      />
      <Gate permissions={['bidding_configs.create']} waiting={<LoadingSkeleton height={320} />}>
        <Loaded />
      </Gate>
    </DetailPage>
  )
}

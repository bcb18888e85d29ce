import { Trans, useLingui } from '@lingui/react/macro'
import { type BiddingConfig, biddingConfigs } from '../../../contract/bids/bidding-configs.ts'
import { bidEffects } from '../../../contract/bids/bid-effect.ts'
import type { Currency } from '../../../contract/money/currencies.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { ifMatch } from '../../../kit/api.ts'
import type { Save } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { missingValue, money } from '../../../ui/format/format.ts'
import { useAdmin } from '../context.tsx'
import { SettingsForm } from '../frame/settings-form.tsx'
import { EffectNote, useEffectQuestion } from './effect.tsx'
import { bidData, bidFormat, bidStepOf, type BiddingTypeId, bodyOf, type LimitValues, useLimitRules, valuesOf } from './limits.ts'

interface LimitsFormProps {
  readonly currency: Currency
  readonly type: BiddingTypeId
  /** The name of the type. */
  readonly label: string
  /** Undefined if the currency has no limits for the type yet. */
  readonly config: BiddingConfig | undefined
}

/** Minimum and maximum bid of a currency for one bidding type. */
export function LimitsForm({ currency, type, label, config }: LimitsFormProps) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit, isReadonly } = useAdmin()
  const { send } = useRuntime()
  const { mutate, run } = useMutate()
  const { confirm, question } = useConfirm()
  const askBefore = useEffectQuestion(confirm)
  const rules = useLimitRules(currency.digits)
  const reasonOf = useDisabledReason()
  const mayNot = reasonOf({ permissions: [config ? 'bidding_configs.change' : 'bidding_configs.create'] })
  const { currency_id, currency_code } = currency
  const format = bidFormat(currency)
  const changed = () => emit('ad-bid-limits-changed', { currency_code })
  const effects = { stale: bidData, event: changed, title: t`Bid limits saved`, text: `${currency_code}, ${label}` }
  const save = (values: LimitValues, { version }: Save<LimitValues>) => {
    const body = bodyOf(values)
    const path = { memberGroupId }
    if (!config) return mutate(biddingConfigs.create, { path, body: { currency_id, bidding_type_id: type, ...body } }, effects)
    const { min_bid, max_bid, bidding_config_id: biddingConfigId } = config
    const undo = (saved: BiddingConfig) => async (): Promise<UndoResult> => {
      const call = { path: { ...path, biddingConfigId }, body: { min_bid, max_bid } }
      await run(() => send(biddingConfigs.change, call, ifMatch(saved.version)), { stale: bidData, event: changed })
      return 'undone'
    }
    return mutate(biddingConfigs.change, { path: { ...path, biddingConfigId }, body }, { ...effects, version, undo })
  }
  const ask = async (values: LimitValues) => {
    const call = { path: { memberGroupId }, body: { currency_id, bidding_type_id: type, ...bodyOf(values) } }
    return askBefore(await send(bidEffects.effect, call))
  }
  const isFixed = isReadonly || mayNot !== undefined
  const step = money(bidStepOf(currency), format, i18n.locale)
  return (
    <section className="detail-part" aria-label={label}>
      <h3>{label}</h3>
      {!config && (
        <p className="quiet">
          <Trans>No limits yet. Any bid above 0 is allowed.</Trans>
        </p>
      )}
      {mayNot !== undefined && !isReadonly && <p className="quiet">{mayNot}</p>}
      {question}
      <SettingsForm<LimitValues>
        name={`bids ${currency_code} ${type}`}
        label={label}
        initial={valuesOf(config)}
        version={config?.version ?? 0}
        rules={rules}
        confirm={ask}
        save={save}
        textOf={(_, value) => (value === '' ? missingValue : money(String(value), format, i18n.locale))}
      >
        {(form) => (
          <>
            <MoneyField
              {...form.field('min_bid', t`Minimum bid`)}
              currency={format}
              isReadonly={isFixed}
              isRequired
              help={t`Bids have steps of ${step}.`}
            />
            <MoneyField
              {...form.field('max_bid', t`Maximum bid`)}
              currency={format}
              isReadonly={isFixed}
              help={t`Leave empty for no maximum.`}
            />
            {form.isDirty && <EffectNote currency_id={currency_id} bidding_type_id={type} values={form.values} />}
          </>
        )}
      </SettingsForm>
    </section>
  )
}

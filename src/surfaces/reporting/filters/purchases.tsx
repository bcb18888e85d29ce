import { Trans, useLingui } from '@lingui/react/macro'
import {
  orderSizes,
  orderValues,
  type OrderValue,
  userHistories,
  hasPurchaseFilter,
  purchaseFilterRule,
} from '../../../contract/reports/purchases.rules.ts'
import { historyLabels, orderValueLabels } from '../../../parts/campaigns/labels.ts'
import { numberFormat } from '../../../ui/format/format.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { plus } from '../../../ui/table/icons.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { cross } from '../../../ui/icon/control-icons.ts'
import { PopoverButton } from '../../../ui/dialog/popover.tsx'
import { toPurchaseFilter } from '../query/request.ts'
import { toFieldConstraints, type ReportState } from '../report/use-report.ts'
import { ruleErrorText, salesText } from '../words.ts'

interface PurchasesProps {
  readonly state: ReportState
}

/** Customer history and order sizes that count as sales. */
function PurchaseChoices({ state }: PurchasesProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, change } = state
  const { history, orderValues: selected } = reportQuery
  const isSome = hasPurchaseFilter(toPurchaseFilter(reportQuery))
  const fault = ruleErrorText(purchaseFilterRule(toFieldConstraints(state)), i18n)
  // An active limit can always be removed.
  const locked = isSome ? undefined : fault
  const sizeText = (value: OrderValue) => {
    const times = numberFormat(i18n.locale, {}).format(orderSizes[value])
    return orderSizes[value] === 1 ? t`Smallest orders` : t`Orders about ${times} times the typical small order`
  }
  const toggle = (value: OrderValue, isOn: boolean) =>
    change({ orderValues: orderValues.filter((item) => (item === value ? isOn : selected.includes(item))) })
  return (
    <div className="condition-form">
      <Chips
        label={t`Customers`}
        value={history}
        choices={userHistories.map((value) => ({ value, label: i18n._(historyLabels[value]) }))}
        onChange={(value) => change({ history: value })}
        help={t`New customers have never bought from this advertiser before.`}
        disabledBecause={locked}
        isSegments
      />
      <fieldset className="field-category" aria-label={t`Order sizes`}>
        <h3>
          <Trans>Order sizes</Trans>
        </h3>
        {orderValues.map((value) => (
          <Checkbox
            key={value}
            label={i18n._(orderValueLabels[value])}
            value={selected.includes(value)}
            help={sizeText(value)}
            disabledBecause={locked ?? (selected.length === 1 && selected.includes(value) ? t`Select at least one order size` : undefined)}
            onChange={(isOn) => toggle(value, isOn)}
          />
        ))}
      </fieldset>
      <p className="quiet">
        <Trans>Filters sales and revenue only. Impressions, clicks and spend don’t change.</Trans>
      </p>
    </div>
  )
}

/** Limits the sales metrics to some customers or order sizes. */
export default function Purchases({ state }: PurchasesProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, change } = state
  const salesFilterText = salesText(reportQuery, i18n)
  const isSome = salesFilterText !== undefined
  const label = isSome ? (
    <>
      <span className="quiet">
        <Trans>Sales of</Trans>
      </span>{' '}
      <strong>{salesFilterText}</strong>
    </>
  ) : (
    <>
      <Icon shape={plus} />
      <Trans>Filter sales</Trans>
    </>
  )
  return (
    <span className={isSome ? 'chip filter' : 'report-sales'}>
      <PopoverButton heading={t`Sales included`} className={isSome ? 'bare-act' : 'chip dashed'} label={label}>
        <PurchaseChoices state={state} />
      </PopoverButton>
      {isSome && (
        <button
          type="button"
          className="bare-act"
          aria-label={t`Include all sales`}
          onClick={() => change({ history: 'all', orderValues })}
        >
          <Icon shape={cross} />
        </button>
      )}
    </span>
  )
}

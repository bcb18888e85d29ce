import { usePathLink } from '../../../parts/navigation/link.tsx'
import { KeyFigures } from '../../../ui/chart/figures.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { ExplainedNumber } from '../../../ui/dialog/explanation.tsx'
import { Delta } from '../../../ui/format/delta.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { NumberText, PercentText } from '../../../ui/format/number-text.tsx'
import { Exhibit } from '../exhibit.tsx'

const currency = (code: string, digits: number) => ({ currency_code: code, currency_digits: digits })
const usd = currency('USD', 2)

const amounts = [
  { id: 'jpy', label: 'No digits', value: <Money amount="1234567" currency={currency('JPY', 0)} /> },
  { id: 'one', label: 'One digit', value: <Money amount="1234.5" currency={currency('USD', 1)} /> },
  { id: 'usd', label: 'Two digits', value: <Money amount="1234.5" currency={usd} /> },
  { id: 'kwd', label: 'Three digits', value: <Money amount="1234.5678" currency={currency('KWD', 3)} /> },
  { id: 'zero', label: 'Zero', value: <Money amount="0" currency={usd} /> },
  { id: 'minus', label: 'Taken', value: <Money amount="-524.18" currency={usd} isSigned /> },
  { id: 'plus', label: 'Added', value: <Money amount="1485" currency={usd} isSigned /> },
  { id: 'missing', label: 'Missing', value: <Money amount={null} currency={usd} /> },
  { id: 'short', label: 'Short', value: <Money amount="64218455.25" currency={usd} isCompact /> },
]

const Ledger = () => (
  <div className="ledger">
    <Money amount="-524.18" currency={usd} isAccounting />
    <Money amount="1485" currency={currency('EUR', 2)} isAccounting isSigned />
    <Money amount="1000000" currency={currency('JPY', 0)} isAccounting />
    <Money amount="0" currency={currency('CAD', 2)} isAccounting />
  </div>
)

const numbers = [
  { id: 'count', label: 'Count', value: <NumberText value={24_286_318} /> },
  { id: 'short', label: 'Short', value: <NumberText value={24_286_318} isCompact /> },
  { id: 'share', label: 'Share', value: <PercentText value={0.00657} /> },
  { id: 'none', label: 'Missing', value: <PercentText value={null} /> },
  { id: 'up', label: 'Revenue', value: <Delta share={0.0833} isMoreBetter from="from $59,297.73" /> },
  { id: 'cost', label: 'Cost per click', value: <Delta share={0.12} isMoreBetter={false} /> },
  { id: 'down', label: 'Impressions', value: <Delta share={-0.027} /> },
  { id: 'same', label: 'Clicks', value: <Delta share={0} isMoreBetter /> },
]

function Explanations() {
  const linkTo = usePathLink()
  return (
    <p>
      Return on ad spend{' '}
      <ExplainedNumber
        label="Return on ad spend"
        explanation={{
          formula: 'revenue / spend',
          counts: [
            { label: 'Revenue', value: <Money amount="371204.10" currency={usd} /> },
            { label: 'Spend', value: <Money amount="64218.45" currency={usd} /> },
          ],
          filters: [{ label: 'Status', value: 'All except archived' }],
          zone: 'Pacific Time',
          rows: linkTo('navigation?rows=return_on_ad_spend', 'Rows'),
        }}
      >
        5.78×
      </ExplainedNumber>
      , and without anything around it{' '}
      <ExplainedNumber label="Clicks" explanation={{ formula: 'Σ clicks' }}>
        74,906
      </ExplainedNumber>
    </p>
  )
}

const figures = [
  { id: 'cost', label: 'Spend', value: '$64,218.45', change: 0.083, explanation: 'Σ cost' },
  { id: 'clicks', label: 'Clicks', value: '74,906', change: -0.047, explanation: 'Σ clicks' },
  { id: 'roas', label: 'Return on ad spend', value: '5.78×', change: 0, explanation: 'revenue / cost' },
  { id: 'units', label: 'Units', value: '–', explanation: 'Σ units' },
]

export const NumberExhibits = () => (
  <>
    <Exhibit name="Money and numbers">
      <KeyValues items={amounts} />
      <KeyValues items={numbers} />
      <Ledger />
    </Exhibit>
    <Exhibit name="Number with explanation" isWide>
      <Explanations />
    </Exhibit>
    <Exhibit name="Figures" isWide>
      <KeyFigures items={figures} locale="en-US" />
    </Exhibit>
  </>
)

import { Checkbox, Switch } from '../../../ui/form/checkbox.tsx'
import { Chips, RadioGroup } from '../../../ui/form/radio-group.tsx'
import { Exhibit } from '../exhibit.tsx'
import { FieldState } from '../field-state.tsx'

export const CheckboxExhibits = () => (
  <Exhibit name="Checkbox and switch">
    <FieldState initial={false}>{(held) => <Checkbox label="Send me the report every Monday" {...held} />}</FieldState>
    <FieldState initial={true}>{(held) => <Checkbox label="Keep the current budget" help="$240.00 a day" {...held} />}</FieldState>
    <FieldState initial={false}>{(held) => <Checkbox label="Some hotels" isMixed {...held} />}</FieldState>
    <FieldState initial={false}>
      {(held) => <Checkbox label="I accept the terms" isRequired fault={{ code: 'required', of: 'yes' }} {...held} />}
    </FieldState>
    <FieldState initial={true}>{(held) => <Checkbox label="Disabled" disabledBecause="Set for the whole client" {...held} />}</FieldState>
    <FieldState initial={true}>{(held) => <Switch label="Auto-rebill" help="Adds $2,500.00 below $1,000.00." {...held} />}</FieldState>
    <FieldState initial={false}>{(held) => <Switch label="Always on" {...held} />}</FieldState>
    <FieldState initial={false}>{(held) => <Switch label="Locked" disabledBecause="Add a payment method first" {...held} />}</FieldState>
  </Exhibit>
)

type Pay = 'card' | 'wire' | 'invoice'
const ways = [
  { value: 'card', label: 'Visa ending 4242', hint: 'Available at once' },
  { value: 'wire', label: 'Wire transfer', hint: '2 to 3 business days' },
  { value: 'invoice', label: 'Invoice', disabledBecause: 'Not available for this client' },
] as const

export const Radios = () => (
  <Exhibit name="Radio group">
    <FieldState<Pay | ''> initial="">
      {(held) => <RadioGroup<Pay> label="Nothing selected" choices={ways} isRequired {...held} />}
    </FieldState>
    <FieldState<Pay | ''> initial="card">{(held) => <RadioGroup<Pay> label="Pay with" choices={ways} isCards {...held} />}</FieldState>
    <FieldState<Pay | ''> initial="">
      {(held) => <RadioGroup<Pay> label="With an error" choices={ways} fault={{ code: 'required', of: 'value' }} {...held} />}
    </FieldState>
    <FieldState<Pay | ''> initial="wire">
      {(held) => <RadioGroup<Pay> label="Disabled group" choices={ways} disabledBecause="The invoice is paid" {...held} />}
    </FieldState>
  </Exhibit>
)

const amounts = ['500', '1000', '2500', '5000'].map((value) => ({ value, label: `$${value}` }))
const periods = ['Daily', 'Weekly', 'Monthly', 'One time'].map((label) => ({ value: label, label }))

export const ChipRows = () => (
  <Exhibit name="Chips">
    <FieldState initial="2500">{(held) => <Chips label="Amount" choices={amounts} isRequired {...held} />}</FieldState>
    <FieldState initial="Daily">{(held) => <Chips label="Budget period" choices={periods} isSegments isRequired {...held} />}</FieldState>
    <FieldState initial="">
      {(held) => <Chips label="Amount with an error" choices={amounts} fault={{ code: 'required', of: 'value' }} {...held} />}
    </FieldState>
    <FieldState initial="Weekly">
      {(held) => <Chips label="Fixed period" choices={periods} isSegments disabledBecause="The campaign has started" {...held} />}
    </FieldState>
  </Exhibit>
)

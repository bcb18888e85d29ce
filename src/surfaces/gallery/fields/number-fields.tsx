import { DatePicker } from '../../../ui/date/picker.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { Exhibit } from '../exhibit.tsx'
import { FieldState } from '../field-state.tsx'

const dollars = { currency_code: 'USD', currency_digits: 2 }
const yen = { currency_code: 'JPY', currency_digits: 0 }
const dinars = { currency_code: 'BHD', currency_digits: 3 }

export const Amounts = () => (
  <Exhibit name="Money">
    <FieldState initial="">{(held) => <MoneyField label="Daily budget" currency={dollars} help="At least $0.15." {...held} />}</FieldState>
    <FieldState initial="1234567.8">{(held) => <MoneyField label="Budget, USD" currency={dollars} isRequired {...held} />}</FieldState>
    <FieldState initial="240000">{(held) => <MoneyField label="Budget, JPY" currency={yen} {...held} />}</FieldState>
    <FieldState initial="12.345">{(held) => <MoneyField label="Budget, BHD" currency={dinars} {...held} />}</FieldState>
    <FieldState initial="0.05">
      {(held) => (
        <MoneyField
          label="Below the minimum"
          currency={dollars}
          fault={{ code: 'currency_min', min: '0.15', currency_code: 'USD', digits: 2 }}
          {...held}
        />
      )}
    </FieldState>
    <FieldState initial="?1,5">
      {(held) => <MoneyField label="In another format" currency={dollars} fault={{ code: 'format', digits: 2 }} {...held} />}
    </FieldState>
    <FieldState initial="500">
      {(held) => <MoneyField label="Spend limit" currency={dollars} disabledBecause="Only a manager can change the limit" {...held} />}
    </FieldState>
    <FieldState initial="2500">{(held) => <MoneyField label="Balance" currency={dollars} isReadonly isBusy {...held} />}</FieldState>
  </Exhibit>
)

export const Numbers = () => (
  <Exhibit name="Number">
    <FieldState initial="">{(held) => <NumberField label="Nights" {...held} />}</FieldState>
    <FieldState initial="5000">{(held) => <NumberField label="Clicks a day" help="A whole number." isRequired {...held} />}</FieldState>
    <FieldState initial="12.5">{(held) => <NumberField label="Adjustment" digits={2} unit="%" mayBeNegative {...held} />}</FieldState>
    <FieldState initial="101">{(held) => <NumberField label="Share" unit="%" fault={{ code: 'max', max: '100' }} {...held} />}</FieldState>
    <FieldState initial="7">
      {(held) => <NumberField label="Days stored" unit="days" disabledBecause="Set for the whole client" {...held} />}
    </FieldState>
  </Exhibit>
)

/** A fixed date, so that screenshots do not change. */
const calendar = { today: '2026-11-21', weekStart: 1 }

export const DateFields = () => (
  <Exhibit name="Date">
    <FieldState initial="">{(held) => <DatePicker {...calendar} label="Starts" isRequired {...held} />}</FieldState>
    <FieldState initial="2026-11-24">
      {(held) => <DatePicker {...calendar} label="Ends" limits={{ min: calendar.today }} {...held} />}
    </FieldState>
    <FieldState initial="2026-02-30">
      {(held) => <DatePicker {...calendar} label="Invalid date" fault={{ code: 'date' }} {...held} />}
    </FieldState>
    <FieldState initial="2026-11-24">
      {(held) => <DatePicker {...calendar} label="Order date" disabledBecause="The order was approved" {...held} />}
    </FieldState>
  </Exhibit>
)

import { useState } from 'react'
import { day } from '../../../contract/fields/days.rules.ts'
import { email, emails, maxLength, required, url } from '../../../contract/fields/fields.rules.ts'
import { amount, number } from '../../../contract/fields/numbers.rules.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { DatePicker } from '../../../ui/date/picker.tsx'
import { MultiSelect } from '../../../ui/select/multi-select.tsx'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { EmailField, UrlField } from '../../../ui/form/address-fields.tsx'
import { EmailsField } from '../../../ui/form/emails-field.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { Exhibit } from '../exhibit.tsx'
import { channels } from '../hotels.ts'

const dollars = { currency_code: 'USD', currency_digits: 2 }
const periods = ['Daily', 'Weekly', 'Monthly'].map((label) => ({ value: label, label }))
const copies: readonly string[] = []
const nothing: readonly SelectedOption[] = []
const initial = {
  name: '',
  owner: '',
  budget: '',
  clicks: '',
  starts: '',
  channels: nothing,
  page: '',
  period: '',
  copies,
  accepted: false,
}
const rules = {
  name: [required, maxLength(40)],
  owner: [required, email],
  budget: [required, amount({ ...dollars, min: '0.15' })],
  clicks: [number({ isWhole: true, max: '100000' })],
  starts: [required, day],
  channels: [required],
  page: [url],
  period: [required],
  copies: [emails()],
  accepted: [required],
}
const taken = 'This name is already in use. Choose another.'
const responseMs = 300

/** Simulates a response: delayed, with an error if the name is taken. */
const submit = (name: string) =>
  new Promise<void | { fields: { path: string; text: string }[] }>((resolve) =>
    setTimeout(() => resolve(name === 'Taken' ? { fields: [{ path: 'name', text: taken }] } : undefined), responseMs),
  )

export function WholeForm() {
  const [sent, setSent] = useState(0)
  const form = useStoredForm({
    initial,
    rules,
    submit: (values) => {
      setSent((before) => before + 1)
      return submit(values.name)
    },
  })
  const guard = useLeaveGuard(form.isDirty, { losses: form.changed })
  return (
    <Exhibit name="Complete form" isWide>
      {guard}
      <div className="narrow">
        <Form form={form} label="A campaign">
          <TextField {...form.field('name', 'Campaign name')} maxLength={40} help="Enter “Taken” to see a name refused by the server." />
          <EmailField {...form.field('owner', 'Owner')} />
          <MoneyField {...form.field('budget', 'Budget')} currency={dollars} />
          <NumberField {...form.field('clicks', 'Maximum clicks')} />
          <DatePicker {...form.field('starts', 'Start date')} today="2026-11-21" weekStart={1} />
          <MultiSelect {...form.field('channels', 'Channels')} options={channels} />
          <UrlField {...form.field('page', 'Landing page URL')} />
          <Chips {...form.field('period', 'Period')} choices={periods} isSegments />
          <EmailsField {...form.field('copies', 'CC')} />
          <Checkbox {...form.field('accepted', 'I have read the insertion order')} />
          <div className="row">
            <SubmitButton form={form}>Create campaign</SubmitButton>
            <Button kind="plain" onPress={() => form.reset()}>
              Reset
            </Button>
          </div>
          <p role="status" className="quiet">
            Sent {sent} {sent === 1 ? 'time' : 'times'}. {form.isDirty ? 'Changed.' : 'Nothing changed.'}
          </p>
        </Form>
      </div>
    </Exhibit>
  )
}

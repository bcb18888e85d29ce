import { ChipRows, Radios, Ticks } from '../parts/choice-fields.tsx'
import { WholeForm } from '../parts/field-form.tsx'
import { Amounts, DateFields, Numbers } from '../parts/number-fields.tsx'
import { Addresses, Areas, Lists, Passwords, Texts } from '../parts/text-fields.tsx'

export default function Fields() {
  return (
    <>
      <WholeForm />
      <Texts />
      <Areas />
      <Amounts />
      <Numbers />
      <DateFields />
      <Addresses />
      <Lists />
      <Passwords />
      <Ticks />
      <Radios />
      <ChipRows />
    </>
  )
}

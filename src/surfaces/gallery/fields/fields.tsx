import { ChipRows, Radios, CheckboxExhibits } from './choice-fields.tsx'
import { WholeForm } from './form.tsx'
import { Amounts, DateFields, Numbers } from './number-fields.tsx'
import { Addresses, TextAreaExhibits, Lists, Passwords, Texts } from './text-fields.tsx'

export default function Fields() {
  return (
    <>
      <WholeForm />
      <Texts />
      <TextAreaExhibits />
      <Amounts />
      <Numbers />
      <DateFields />
      <Addresses />
      <Lists />
      <Passwords />
      <CheckboxExhibits />
      <Radios />
      <ChipRows />
    </>
  )
}

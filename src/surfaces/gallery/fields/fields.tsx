import { ChipRows, Radios, Ticks } from './choice-fields.tsx'
import { WholeForm } from './form.tsx'
import { Amounts, DateFields, Numbers } from './number-fields.tsx'
import { Addresses, Areas, Lists, Passwords, Texts } from './text-fields.tsx'

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

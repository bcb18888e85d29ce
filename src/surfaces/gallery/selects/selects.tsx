import { DateRanges, Dates } from './date-exhibits.tsx'
import { MultiSelects, Selects } from './select-exhibits.tsx'

export default function SelectPage() {
  return (
    <>
      <Selects />
      <MultiSelects />
      <DateRanges />
      <Dates />
    </>
  )
}

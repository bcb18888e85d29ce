import { DateRanges, Dates } from './date-exhibits.tsx'
import { MultiSelects, Selects } from './select-exhibits.tsx'

export default function Choosing() {
  return (
    <>
      <Selects />
      <MultiSelects />
      <DateRanges />
      <Dates />
    </>
  )
}

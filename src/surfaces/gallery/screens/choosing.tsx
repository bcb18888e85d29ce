import { DateRanges, Dates } from '../parts/date-ranges.tsx'
import { MultiSelects, Selects } from '../parts/selects.tsx'

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

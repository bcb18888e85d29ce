import { wear } from '../../../ui/theme/styles.ts'
import { GateExhibits } from '../parts/places/gate-exhibits.tsx'
import { MarkExhibits } from '../parts/places/mark-exhibits.tsx'
import { NumberExhibits } from '../parts/places/number-exhibits.tsx'
import css from '../parts/places/places.css'
import { StatusExhibits } from '../parts/places/status-exhibits.tsx'
import { TabExhibits } from '../parts/places/tab-exhibits.tsx'
import { TimeExhibits } from '../parts/places/time-exhibits.tsx'
import { WayExhibits } from '../parts/places/way-exhibits.tsx'

wear(css)

export default function Places() {
  return (
    <>
      <TabExhibits />
      <WayExhibits />
      <StatusExhibits />
      <NumberExhibits />
      <TimeExhibits />
      <MarkExhibits />
      <GateExhibits />
    </>
  )
}

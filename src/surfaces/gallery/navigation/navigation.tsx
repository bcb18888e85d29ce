import { wear } from '../../../ui/theme/styles.ts'
import { GateExhibits } from './gate-exhibits.tsx'
import { MarkExhibits } from './badge-exhibits.tsx'
import { NumberExhibits } from './number-exhibits.tsx'
import css from './navigation.css'
import { StatusExhibits } from './status-exhibits.tsx'
import { TabExhibits } from './tab-exhibits.tsx'
import { TimeExhibits } from './time-exhibits.tsx'
import { WayExhibits } from './breadcrumb-exhibits.tsx'

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

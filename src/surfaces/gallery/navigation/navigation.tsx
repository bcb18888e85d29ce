import { addStyles } from '../../../ui/theme/styles.ts'
import { GateExhibits } from './gate-exhibits.tsx'
import { BadgeExhibits } from './badge-exhibits.tsx'
import { NumberExhibits } from './number-exhibits.tsx'
import css from './navigation.css'
import { StatusExhibits } from './status-exhibits.tsx'
import { TabExhibits } from './tab-exhibits.tsx'
import { TimeExhibits } from './time-exhibits.tsx'
import { BreadcrumbExhibits } from './breadcrumb-exhibits.tsx'

addStyles(css)

export default function NavigationExhibits() {
  return (
    <>
      <TabExhibits />
      <BreadcrumbExhibits />
      <StatusExhibits />
      <NumberExhibits />
      <TimeExhibits />
      <BadgeExhibits />
      <GateExhibits />
    </>
  )
}

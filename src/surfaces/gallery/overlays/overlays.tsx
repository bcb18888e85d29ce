import { LongWork } from '../../../parts/work/long-work.tsx'
import { Dialogs } from './dialogs.tsx'
import { Files } from './uploads.tsx'
import { Folds } from './menus.tsx'
import { Talk } from './notices.tsx'
import { Works } from './progress.tsx'
import { useState } from 'react'
import { OrderedList } from '../../../ui/sortable/list.tsx'
import type { OrderItem } from '../../../ui/sortable/use-lift.ts'
import { Exhibit } from '../exhibit.tsx'

const steps: readonly OrderItem[] = [
  { id: 'name', name: 'Name', isPermanent: true },
  { id: 'schedule', name: 'Schedule' },
  { id: 'budget', name: 'Budget and bids' },
  { id: 'entities', name: 'Entities' },
  { id: 'targeting', name: 'Targeting with a long name that goes over more than one line where there is little room for it' },
  { id: 'review', name: 'Review', isPermanent: true },
]

/** Lists with user-defined order. */
function Orders() {
  const [items, setItems] = useState(steps)
  return (
    <Exhibit name="Ordered list">
      <OrderedList label="Steps of the template" items={items} onChange={setItems} canRemove />
      <OrderedList label="Steps of a locked template" items={steps.slice(0, 3)} onChange={() => undefined} disabledBecause="It is in use" />
    </Exhibit>
  )
}

export default function Overlays() {
  return (
    <LongWork>
      <Dialogs />
      <Folds />
      <Talk />
      <Works />
      <Files />
      <Orders />
    </LongWork>
  )
}

import { JobsProvider } from '../../../parts/work/jobs.tsx'
import { Dialogs } from './dialogs.tsx'
import { UploadExhibits } from './uploads.tsx'
import { MenuExhibits } from './menus.tsx'
import { NoticeExhibits } from './notices.tsx'
import { ProgressExhibits } from './progress.tsx'
import { useState } from 'react'
import { SortableList } from '../../../ui/sortable/list.tsx'
import type { SortableItem } from '../../../ui/sortable/use-lift.ts'
import { Exhibit } from '../exhibit.tsx'

const steps: readonly SortableItem[] = [
  { id: 'name', name: 'Name', isPermanent: true },
  { id: 'schedule', name: 'Schedule' },
  { id: 'budget', name: 'Budget and bids' },
  { id: 'entities', name: 'Entities' },
  { id: 'targeting', name: 'Targeting with a long name that wraps onto a second line in a narrow space' },
  { id: 'review', name: 'Review', isPermanent: true },
]

/** Lists with user-defined order. */
function OrderedListExhibits() {
  const [items, setItems] = useState(steps)
  return (
    <Exhibit name="Ordered list">
      <SortableList label="Steps of the template" items={items} onChange={setItems} canRemove />
      <SortableList
        label="Steps of a locked template"
        items={steps.slice(0, 3)}
        onChange={() => undefined}
        disabledBecause="The template is in use"
      />
    </Exhibit>
  )
}

export default function Overlays() {
  return (
    <JobsProvider>
      <Dialogs />
      <MenuExhibits />
      <NoticeExhibits />
      <ProgressExhibits />
      <UploadExhibits />
      <OrderedListExhibits />
    </JobsProvider>
  )
}

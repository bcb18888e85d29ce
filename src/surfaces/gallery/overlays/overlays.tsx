import { JobsProvider } from '../../../parts/work/jobs.tsx'
import { Dialogs } from './dialogs.tsx'
import { MenuExhibits } from './menus.tsx'
import { NoticeExhibits } from './notices.tsx'
import { ProgressExhibits } from './progress.tsx'
import { useState } from 'react'
import { SortableList } from '../../../ui/sortable/list.tsx'
import type { SortableItem } from '../../../ui/sortable/use-lift.ts'
import { Exhibit } from '../exhibit.tsx'
import type { FileLimits } from '../../../ui/upload/file-kinds.ts'
import { Upload } from '../../../ui/upload/upload.tsx'
import type { UploadFile } from '../../../ui/upload/upload-list.ts'

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

const limits: FileLimits = { kinds: ['png', 'jpeg', 'gif', 'webp', 'csv'], maxBytes: 2_000_000, maxFiles: 5 }
const turnMs = 60
const turns = 20
const tried = new WeakSet<File>()

/** Simulates an upload; a file whose name starts with "fails" succeeds on the second attempt. */
const send: UploadFile<string> = async (file, { signal, onProgress }) => {
  const isBad = file.name.startsWith('fails') && !tried.has(file)
  tried.add(file)
  for (let turn = 0; turn <= turns; turn += 1) {
    signal.throwIfAborted()
    if (isBad && turn > turns / 2) throw new Error('The sample is made to fail')
    onProgress((file.size * turn) / turns)
    await new Promise((resolve) => setTimeout(resolve, turnMs))
  }
  return file.name
}

export const UploadExhibits = () => (
  <Exhibit name="Upload">
    <Upload label="Creatives" limits={limits} send={send} />
    <Upload label="Creatives" limits={limits} send={send} disabledBecause="An approved creative cannot be replaced" />
  </Exhibit>
)

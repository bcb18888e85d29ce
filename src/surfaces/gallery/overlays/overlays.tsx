import { LongWork } from '../../../parts/work/long-work.tsx'
import { Dialogs } from './dialogs.tsx'
import { Files } from './uploads.tsx'
import { Folds } from './menus.tsx'
import { Orders } from './sortable-lists.tsx'
import { Talk } from './notices.tsx'
import { Works } from './progress.tsx'

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

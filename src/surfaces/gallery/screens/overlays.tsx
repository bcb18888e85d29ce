import { LongWork } from '../../../parts/work/long-work.tsx'
import { Dialogs } from '../parts/dialogs.tsx'
import { Files } from '../parts/files.tsx'
import { Folds } from '../parts/folds.tsx'
import { Orders } from '../parts/orders.tsx'
import { Talk } from '../parts/talk.tsx'
import { Works } from '../parts/works.tsx'

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

import { type ComponentType, useEffect, useState } from 'react'
import type { Notice } from '../../src/contract/session/notices.ts'
import type { NoticeQueue } from '../../src/kit/host/notice-queue.ts'

interface ShelfProps {
  readonly root: ShadowRoot
  readonly hear: (take: (notice: Notice) => void) => () => void
}

/** Shows the notices that the host did not cancel. Their component loads with the first notice; further notices retry a failed load. */
export function Notices({ box, root }: { box: NoticeQueue; root: ShadowRoot }) {
  const [Shelf, setShelf] = useState<ComponentType<ShelfProps>>()
  useEffect(() => {
    if (Shelf) return
    const fetchIt = () =>
      import('../../src/ui/feedback/toasts.tsx').then(
        ({ default: Loaded }) => setShelf(() => Loaded),
        () => undefined,
      )
    const stop = box.onWaiting(fetchIt)
    // Retries a load that failed while offline.
    const retry = () => void box.onWaiting(fetchIt)()
    addEventListener('online', retry)
    return () => {
      stop()
      removeEventListener('online', retry)
    }
  }, [box, Shelf])
  return Shelf ? <Shelf root={root} hear={box.take} /> : null
}

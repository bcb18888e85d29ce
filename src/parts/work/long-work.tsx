import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useGuest } from '../../kit/host/guest.tsx'
import { later } from '../../ui/lazy-idle.ts'
import { createWorkList, type Job, type Work, type WorkList } from '../../ui/feedback/work-list.ts'

const Current = createContext<WorkList | undefined>(undefined)

/** Shows a notice when a task ends, with a link to its result. */
function useTelling(): (work: Work) => void {
  const { notify } = useGuest()
  const { t } = useLingui()
  return ({ id, name, state, outcome }) => {
    const key = { id: `work ${id} ${state}` }
    if (state === 'cancelled') return notify({ ...key, kind: 'info', title: t`Cancelled`, text: name })
    if (state === 'failed') return notify({ ...key, kind: 'error', title: t`It did not finish`, text: name })
    const { title = name, text, open } = outcome ?? {}
    notify({ ...key, kind: 'success', title, ...(text && { text }), ...(open && { act: open }) })
  }
}

/** Provides one list of long-running tasks, which keep running while the user moves between screens. */
export function LongWork({ children }: { readonly children: ReactNode }) {
  const tell = useTelling()
  const latest = useRef(tell)
  latest.current = tell
  const [list] = useState(() => createWorkList((work) => latest.current(work)))
  useEffect(() => list.stop, [list])
  return <Current.Provider value={list}>{children}</Current.Provider>
}

/** Starts tasks, and lists those that are running or ended and not yet removed. */
export function useLongWork(): { works: readonly Work[]; start: (job: Job) => Work; remove: (id: number) => void } {
  const list = useContext(Current)
  if (!list) throw new Error('useLongWork needs a LongWork above it')
  const works = useSyncExternalStore(list.subscribe, list.works)
  return { works, start: list.start, remove: list.remove }
}

const WorkButton = later(() => import('./button.tsx'))

/** A button that opens the list of tasks; hidden while the list is empty. */
export function WorkTray() {
  const { works, remove } = useLongWork()
  if (works.length === 0) return null
  return (
    <Suspense>
      <WorkButton works={works} remove={remove} />
    </Suspense>
  )
}

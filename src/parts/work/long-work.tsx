import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useGuest } from '../../kit/host/guest.tsx'
import { later } from '../../ui/lazy-idle.ts'
import { createWorkList, type Job, type Work, type WorkList } from '../../ui/feedback/work-list.ts'

const Current = createContext<WorkList | undefined>(undefined)

/** Tells how long work ended: by a notice, which leads to what came of it. */
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

/** Gives the screens below it one list of long work, which goes on while one moves between them. */
export function LongWork({ children }: { readonly children: ReactNode }) {
  const tell = useTelling()
  const latest = useRef(tell)
  latest.current = tell
  const [list] = useState(() => createWorkList((work) => latest.current(work)))
  useEffect(() => list.stop, [list])
  return <Current.Provider value={list}>{children}</Current.Provider>
}

/** Starts long work, and knows all that runs and all that ended and was not put away. */
export function useLongWork(): { works: readonly Work[]; start: (job: Job) => Work; remove: (id: number) => void } {
  const list = useContext(Current)
  if (!list) throw new Error('There is no LongWork above this')
  const works = useSyncExternalStore(list.subscribe, list.works)
  return { works, start: list.start, remove: list.remove }
}

const WorkButton = later(() => import('./button.tsx'))

/** A button that is there while there is long work to look at, and opens its list. */
export function WorkTray() {
  const { works, remove } = useLongWork()
  if (works.length === 0) return null
  return (
    <Suspense>
      <WorkButton works={works} remove={remove} />
    </Suspense>
  )
}

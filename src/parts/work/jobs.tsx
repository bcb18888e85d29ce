import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { createJobList, type Job, type JobState, type JobList } from '../../ui/feedback/job-list.ts'

const Current = createContext<JobList | undefined>(undefined)

/** Shows a notice when a task ends, with a link to its result. */
function useJobNotices(): (work: JobState) => void {
  const { notify } = useElementContext()
  const { t } = useLingui()
  return ({ id, name, state, outcome }) => {
    const key = { id: `work ${id} ${state}` }
    if (state === 'cancelled') return notify({ ...key, kind: 'info', title: t`Canceled`, text: name })
    if (state === 'failed') return notify({ ...key, kind: 'error', title: t`Failed`, text: name })
    const { title = name, text, open } = outcome ?? {}
    notify({ ...key, kind: 'success', title, ...(text && { text }), ...(open && { act: open }) })
  }
}

/** Provides one list of long-running tasks, which keep running while the user moves between screens. */
export function JobsProvider({ children }: { readonly children: ReactNode }) {
  const notifyJob = useJobNotices()
  const latest = useRef(notifyJob)
  latest.current = notifyJob
  const [list] = useState(() => createJobList((work) => latest.current(work)))
  useEffect(() => list.stop, [list])
  return <Current.Provider value={list}>{children}</Current.Provider>
}

/** Starts tasks, and lists those that are running or ended and not yet removed. */
export function useJobs(): { works: readonly JobState[]; start: (job: Job) => JobState; remove: (id: number) => void } {
  const list = useContext(Current)
  if (!list) throw new Error('useLongWork needs a LongWork above it')
  const works = useSyncExternalStore(list.subscribe, list.works)
  return { works, start: list.start, remove: list.remove }
}

const WorkButton = lazyIdle(() => import('./button.tsx'))

/** A button that opens the list of tasks; hidden while the list is empty. */
export function JobTray() {
  const { works, remove } = useJobs()
  if (works.length === 0) return null
  return (
    <Suspense>
      <WorkButton works={works} remove={remove} />
    </Suspense>
  )
}

import { createStore } from 'zustand/vanilla'

/** Reports the progress of a job. */
export interface JobHandle {
  readonly signal: AbortSignal
  readonly report: (done: number, total?: number, text?: string) => void
}

/** The result shown when a job is done. */
export interface JobResult {
  readonly title: string
  readonly text?: string
  readonly open?: { readonly label: string; readonly onPress: () => void }
}

/** A long-running job. */
export interface Job {
  readonly name: string
  readonly total?: number
  readonly run: (steps: JobHandle) => Promise<JobResult>
}

export interface JobState {
  readonly id: number
  readonly name: string
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  readonly done: number
  readonly total: number | undefined
  readonly text: string | undefined
  readonly outcome: JobResult | undefined
  readonly error: unknown
  readonly cancel: () => void
  readonly again: () => void
}

export type JobList = ReturnType<typeof createJobList>

/** The jobs of one element: running ones, and finished ones until the user removes them. */
export function createJobList(onEnd: (work: JobState) => void) {
  const { getState: works, setState, subscribe } = createStore<readonly JobState[]>(() => [])
  let serial = 0
  const set = (next: readonly JobState[]) => setState(next, true)
  const change = (id: number, changes: Partial<JobState>) => set(works().map((work) => (work.id === id ? { ...work, ...changes } : work)))
  const end = (id: number, changes: Partial<JobState>) => {
    if (works().find((work) => work.id === id)?.state !== 'running') return
    change(id, changes)
    const job = works().find((work) => work.id === id)
    if (job) onEnd(job)
  }
  const remove = (id: number) => set(works().filter((work) => work.id !== id))

  function start(job: Job): JobState {
    const stopping = new AbortController()
    serial += 1
    const id = serial
    const cancel = () => {
      // Set the state first, so that the error thrown by the abort is not a failure.
      end(id, { state: 'cancelled' })
      stopping.abort()
    }
    const retry = () => {
      remove(id)
      start(job)
    }
    const { name, total } = job
    const work: JobState = {
      id,
      name,
      state: 'running',
      done: 0,
      total,
      text: undefined,
      outcome: undefined,
      error: undefined,
      cancel,
      again: retry,
    }
    set([...works(), work])
    const report = (done: number, of = total, text?: string) => stopping.signal.aborted || change(id, { done, total: of, text })
    Promise.resolve()
      .then(() => job.run({ signal: stopping.signal, report }))
      .then(
        (outcome) => end(id, { state: 'done', outcome }),
        (error: unknown) => end(id, { state: 'failed', error }),
      )
    return work
  }

  return {
    works,
    subscribe,
    start,
    remove,
    /** Cancels all jobs when the element is removed. */
    stop() {
      for (const work of works()) if (work.state === 'running') work.cancel()
    },
  }
}

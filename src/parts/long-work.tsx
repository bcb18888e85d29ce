import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useGuest } from '../kit/guest.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { cross } from '../ui/icons.ts'
import { PopoverButton } from '../ui/overlay/popover.tsx'
import { Progress } from '../ui/progress.tsx'
import { wear } from '../ui/sheet.ts'
import { createWorkList, type Job, type Work, type WorkList } from '../ui/work-list.ts'
import css from './long-work.css'

wear(css)

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

/** One piece of long work: how far it is, or what came of it. */
export function WorkRow({ work, onRemove }: { readonly work: Work; readonly onRemove: (id: number) => void }) {
  const { t } = useLingui()
  const { id, name, state, done, total, text, outcome, cancel, again } = work
  const states = { running: text, done: outcome?.text ?? t`Done`, failed: t`It did not finish`, cancelled: t`Cancelled` }
  return (
    <li className="work">
      <Progress label={name} done={done} total={total} text={states[state]} state={state} onCancel={cancel} />
      {state !== 'running' && (
        <div className="row">
          {outcome?.open && <Button onPress={outcome.open.onPress}>{outcome.open.label}</Button>}
          {state !== 'done' && (
            <Button onPress={again}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <span className="grow" />
          <IconButton icon={cross} label={t`Put away: ${name}`} onPress={() => onRemove(id)} />
        </div>
      )}
    </li>
  )
}

/** A button that is there while there is long work to look at, and opens its list. */
export function WorkTray() {
  const { works, remove } = useLongWork()
  const { t } = useLingui()
  const running = works.filter(({ state }) => state === 'running').length
  const ended = works.length - running
  if (works.length === 0) return null
  const label =
    running > 0 ? (
      <Plural value={running} one="# task is running" other="# tasks are running" />
    ) : (
      <Plural value={ended} one="# task has ended" other="# tasks have ended" />
    )
  return (
    <PopoverButton heading={t`Tasks`} label={label} className="chip" side="bottom-end">
      <ul className="works">
        {works.map((work) => (
          <WorkRow key={work.id} work={work} onRemove={remove} />
        ))}
      </ul>
    </PopoverButton>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, IconButton } from '../../ui/button.tsx'
import { cross } from '../../ui/icon/control-icons.ts'
import { PopoverButton } from '../../ui/dialog/popover.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import type { JobState } from '../../ui/feedback/job-list.ts'
import css from './long-work.css'

addStyles(css)

/** One long-running task: its progress or its result. */
function JobRow({ work, onRemove }: { readonly work: JobState; readonly onRemove: (id: number) => void }) {
  const { t } = useLingui()
  const { id, name, state, done, total, text, outcome, cancel, again } = work
  const states = { running: text, done: outcome?.text ?? t`Done`, failed: t`Failed`, cancelled: t`Canceled` }
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
          <IconButton icon={cross} label={t`Dismiss ${name}`} onPress={() => onRemove(id)} />
        </div>
      )}
    </li>
  )
}

interface WorkButtonProps {
  readonly works: readonly JobState[]
  readonly remove: (id: number) => void
}

/** Opens the list of long-running tasks. */
export default function JobButton({ works, remove }: WorkButtonProps) {
  const { t } = useLingui()
  const running = works.filter(({ state }) => state === 'running').length
  const ended = works.length - running
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
          <JobRow key={work.id} work={work} onRemove={remove} />
        ))}
      </ul>
    </PopoverButton>
  )
}

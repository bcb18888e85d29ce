import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldRule } from '../../../../contract/field-faults.ts'
import { day } from '../../../../contract/days.rules.ts'
import { type Problem, problemText } from '../../../../kit/problem.ts'
import { useRejection } from '../../../../parts/form-rejection.ts'
import { useKeptForm } from '../../../../parts/kept-form.ts'
import { Callout } from '../../../../ui/mark/callout.tsx'
import type { Answer } from '../../../../ui/overlay/answers.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { BulkForm } from './bulk-form.tsx'
import { type BulkValues, changesAny, noChange } from './bulk-values.ts'
import { type BulkAnswer, type BulkRun, changedIn, doneOf, type Made, makeAll } from './bulk-work.ts'
import { Preview } from './preview.tsx'
import { useBulkDone } from './use-bulk-done.ts'

type Values = { -readonly [Name in keyof BulkValues]: BulkValues[Name] }

interface BulkDialogProps {
  readonly of: 'campaigns' | 'ad_groups'
  /** How many are selected, in words. */
  readonly selected: string
  readonly today: string
  /** What is chosen already. */
  readonly first?: Partial<BulkValues>
  readonly run: BulkRun<BulkValues>
  readonly onDone: () => void
  readonly onClose: () => void
}

const lastDay: FieldRule<string, Values> = (value, { days }) => (days === 'end' ? day(value) : true)
const isDayNeeded: FieldRule<string, Values> = (value, { days }) =>
  days === 'end' && value.trim() === '' ? { code: 'required', of: 'value' } : true
const rules = { endDate: [isDayNeeded, lastDay] }

/** First what changes, then what that comes to, then it is done. */
function useBulk({ run, first, onDone, onClose }: BulkDialogProps) {
  const { t } = useLingui()
  const rejection = useRejection()
  const done = useBulkDone(onDone)
  const [answers, setAnswers] = useState<readonly BulkAnswer[]>()
  const [isCommitting, setCommitting] = useState(false)
  const [made, setMade] = useState<Made>()
  const dry = rejection(async (values: Values) => setAnswers(await run(values, true)))
  const form = useKeptForm<Values>({
    initial: { ...noChange, ...first },
    rules,
    submit: async (values) => (changesAny(values) ? dry(values) : { text: t`Choose at least one change`, fields: [] }),
  })
  async function commit() {
    setCommitting(true)
    const now = await makeAll(run, form.values)
    setCommitting(false)
    if (!now.problem) {
      done(now.answers)
      return onClose()
    }
    // What an earlier try has done stays done.
    setMade(now.answers.length === 0 && made ? { ...made, problem: now.problem } : now)
  }
  /** Whoever leaves it half done can take that half back. */
  const leave = (go: () => void) => () => {
    if (made && doneOf(made) === 'some') done(made.answers)
    setMade(undefined)
    go()
  }
  return { form, answers, isCommitting, made, commit, back: leave(() => setAnswers(undefined)), close: leave(onClose) }
}

/** What became of changes that did not all come through. */
function HalfDone({ made }: { readonly made: Made & { readonly problem: Problem } }) {
  const { t, i18n } = useLingui()
  const headings = {
    all: null,
    some: t`${plural(changedIn(made.answers), { one: 'Only # change was made', other: 'Only # changes were made' })}`,
    none: t`Nothing was changed`,
    unknown: t`Nobody knows yet whether it was changed`,
  }
  const done = doneOf(made)
  return (
    <Callout kind="error" heading={headings[done]} isNews>
      {problemText(made.problem, i18n)}{' '}
      {done === 'some' && <Trans>Make the changes again for the rest, or leave this and undo what was done.</Trans>}
      {done === 'unknown' && <Trans>Make the changes again: nothing is done twice.</Trans>}
    </Callout>
  )
}

/** Many at once: what is wanted, a dry run of it row by row, and only then the change. */
export default function BulkDialog(props: BulkDialogProps) {
  const { of, selected, today } = props
  const { t } = useLingui()
  const { form, answers, isCommitting, made, commit, back, close } = useBulk(props)
  const nothing = answers && changedIn(answers) === 0
  const asking: readonly Answer[] = [
    { does: 'cancel', onPress: close },
    { does: 'continue', label: <Trans>Preview changes</Trans>, onPress: () => void form.send() },
  ]
  const showing: readonly Answer[] = [
    { does: 'exit', label: <Trans>Back</Trans>, onPress: back },
    {
      does: 'continue',
      label: <Trans>Make the changes</Trans>,
      ...(nothing && { disabledBecause: t`Nothing would change` }),
      onPress: () => void commit(),
    },
  ]
  return (
    <Modal
      heading={answers ? <Trans>What would change</Trans> : <Trans>Edit many at once</Trans>}
      note={selected}
      size={answers ? '5xl' : 'lg'}
      isBusy={form.isSending || isCommitting}
      onClose={close}
      answers={answers ? showing : asking}
    >
      {made?.problem && <HalfDone made={{ ...made, problem: made.problem }} />}
      {answers ? <Preview answers={answers} /> : <BulkForm form={form} of={of} today={today} />}
    </Modal>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldRule } from '../../../../contract/field-faults.ts'
import { day } from '../../../../contract/days.rules.ts'
import { asProblem, problemText } from '../../../../kit/problem.ts'
import { useRejection } from '../../../../parts/form-rejection.ts'
import { useKeptForm } from '../../../../parts/kept-form.ts'
import { Callout } from '../../../../ui/mark/callout.tsx'
import type { Answer } from '../../../../ui/overlay/answers.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { BulkForm } from './bulk-form.tsx'
import { type BulkValues, changesAny, noChange } from './bulk-values.ts'
import { type BulkAnswer, type BulkRun, changedIn } from './bulk-work.ts'
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
  const { t, i18n } = useLingui()
  const rejection = useRejection()
  const done = useBulkDone(onDone)
  const [answers, setAnswers] = useState<readonly BulkAnswer[]>()
  const [isCommitting, setCommitting] = useState(false)
  const [failure, setFailure] = useState<string>()
  const dry = rejection(async (values: Values) => setAnswers(await run(values, true)))
  const form = useKeptForm<Values>({
    initial: { ...noChange, ...first },
    rules,
    submit: async (values) => (changesAny(values) ? dry(values) : { text: t`Choose at least one change`, fields: [] }),
  })
  async function commit() {
    setCommitting(true)
    setFailure(undefined)
    try {
      done(await run(form.values, false))
      onClose()
    } catch (error) {
      setFailure(problemText(asProblem(error), i18n))
      setCommitting(false)
    }
  }
  return { form, answers, isCommitting, failure, commit, back: () => setAnswers(undefined) }
}

/** Many at once: what is wanted, a dry run of it row by row, and only then the change. */
export default function BulkDialog(props: BulkDialogProps) {
  const { of, selected, today, onClose } = props
  const { t } = useLingui()
  const { form, answers, isCommitting, failure, commit, back } = useBulk(props)
  const nothing = answers && changedIn(answers) === 0
  const asking: readonly Answer[] = [
    { does: 'cancel', onPress: onClose },
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
      onClose={onClose}
      answers={answers ? showing : asking}
    >
      {failure && (
        <Callout kind="error" heading={<Trans>Nothing was changed</Trans>} isNews>
          {failure}
        </Callout>
      )}
      {answers ? <Preview answers={answers} /> : <BulkForm form={form} of={of} today={today} />}
    </Modal>
  )
}

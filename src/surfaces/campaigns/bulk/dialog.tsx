import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldRule } from '../../../contract/fields/faults.ts'
import type { Days } from '../../../contract/dates/date-ranges.ts'
import { day } from '../../../contract/fields/days.rules.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useRejection } from '../../../parts/resource/form-rejection.ts'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { isSame } from '../../../ui/form/is-same.ts'
import type { DialogAction } from '../../../ui/dialog/actions.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { PartialResult } from './partial-result.tsx'
import { adGroupRun, campaignRun } from './calls.ts'
import { BulkForm } from './form.tsx'
import { hasChanges, noChange, type BulkValues } from './values.ts'
import { changedIn, completionOf, runBulk, type BulkOutcome, type BulkResult, type BulkRun } from './batches.ts'
import { Preview } from './preview.tsx'
import { selectedCampaigns, type BulkSelection } from './selected-campaigns.ts'
import { useInvalidateCampaigns } from '../campaign-data.ts'
import { useBulkCompletion } from './use-completion.ts'

type Values = { -readonly [Name in keyof BulkValues]: BulkValues[Name] }

interface BulkDialogProps {
  readonly selected: BulkSelection
  /** Number of selected rows as text. */
  readonly note: string
  /** Date range of the list. */
  readonly days: Days
  readonly today: string
  /** Values that the button has preset, such as the status. */
  readonly first?: Partial<BulkValues>
  /** Called when rows may have changed. */
  readonly onDone: () => void
  readonly onClose: () => void
}

const lastDay: FieldRule<string, Values> = (value, { days }) => (days === 'end' ? day(value) : true)
const isDayNeeded: FieldRule<string, Values> = (value, { days }) =>
  days === 'end' && value.trim() === '' ? { code: 'required', of: 'value' } : true
const rules = { endDate: [isDayNeeded, lastDay] }

/** One run per dialog, because it keeps the idempotency keys from the first preview to the last retry. */
function useRun(selected: BulkSelection, days: Days): BulkRun<BulkValues> {
  const { send } = useRuntime()
  const { clientId } = useScope()
  const requestContext = { send, clientId, days }
  const [run] = useState(() =>
    selected.of === 'campaigns'
      ? campaignRun(selectedCampaigns(selected.selection, selected.baseBody), requestContext)
      : adGroupRun(selected.which, requestContext),
  )
  return run
}

/** State of the dialog: form, preview, commit. */
function useBulk({ selected, days, first, onDone, onClose }: BulkDialogProps) {
  const { t } = useLingui()
  const run = useRun(selected, days)
  const rejection = useRejection()
  const invalidate = useInvalidateCampaigns()
  const complete = useBulkCompletion(onDone)
  const [results, setResults] = useState<readonly BulkResult[]>()
  const [isCommitting, setCommitting] = useState(false)
  const [outcome, setOutcome] = useState<BulkOutcome & { readonly of: Values }>()
  /** When a partial change is abandoned, Undo is offered for the known part. When the result is unknown, lists load again. */
  const finishPartial = () => {
    const state = outcome && completionOf(outcome)
    if (outcome && (state === 'some' || state === 'some-unknown')) complete(outcome.results)
    if (state === 'unknown') {
      invalidate()
      onDone()
    }
    setOutcome(undefined)
  }
  const dry = rejection(async (values: Values) => {
    // Different values start a new change, so the earlier partial one is closed first.
    if (outcome && !isSame(outcome.of, values)) finishPartial()
    setResults(await run(values, true))
  })
  const form = useStoredForm<Values>({
    initial: { ...noChange, ...first },
    rules,
    submit: async (values) => (hasChanges(values) ? dry(values) : { text: t`Choose at least one setting to change`, fields: [] }),
  })
  async function commit() {
    setCommitting(true)
    const now = await runBulk(run, form.values)
    setCommitting(false)
    if (now.problem) return setOutcome({ ...now, of: form.values })
    complete(now.results)
    onClose()
  }
  const close = () => {
    finishPartial()
    onClose()
  }
  const back = () => {
    // Reset makes the same values sendable again.
    form.reset({ ...form.values })
    setResults(undefined)
  }
  return { form, results, isCommitting, made: outcome, commit, back, close }
}

/** Bulk edit in two steps: the form, then a preview of every row with the confirm button. */
export default function BulkDialog(props: BulkDialogProps) {
  const { selected, note, today, days } = props
  const { t } = useLingui()
  const { form, results, isCommitting, made, commit, back, close } = useBulk(props)
  const isEmptyChange = results && changedIn(results) === 0
  const formActions: readonly DialogAction[] = [
    { does: 'cancel', onPress: close },
    { does: 'continue', label: <Trans>Preview changes</Trans>, onPress: () => void form.send() },
  ]
  const showing: readonly DialogAction[] = [
    { does: 'exit', label: <Trans>Back</Trans>, onPress: back },
    {
      does: 'continue',
      label: <Trans>Apply changes</Trans>,
      ...(isEmptyChange && { disabledBecause: t`No changes to apply` }),
      onPress: () => void commit(),
    },
  ]
  return (
    <Modal
      heading={results ? <Trans>Preview changes</Trans> : <Trans>Bulk edit</Trans>}
      note={note}
      size={results ? '5xl' : 'lg'}
      isBusy={form.isSending || isCommitting}
      onClose={close}
      actions={results ? showing : formActions}
    >
      {made?.problem && <PartialResult made={{ ...made, problem: made.problem }} />}
      {results ? (
        <Preview results={results} isRetriedChange={made !== undefined} />
      ) : (
        <BulkForm form={form} selected={selected} days={days} today={today} />
      )}
    </Modal>
  )
}

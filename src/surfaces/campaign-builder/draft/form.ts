import { useRef, useState } from 'react'
import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import type { DraftProblem } from '../../../contract/drafts/problems.ts'
import type { FieldFault } from '../../../contract/fields/faults.ts'
import type { CampaignFault } from './fault.ts'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { pageOrder } from '../../../ui/form/page-order.ts'
import type { FieldFailure } from '../../../ui/form/use-form.ts'

/** Fields that store text exactly as typed. */
type TextName = 'name' | 'channel' | 'goal_roas' | 'budget' | 'pacing' | 'start_date' | 'end_date' | 'base_bid' | 'comment'

/** The field's path without the `data.` prefix. */
export const fieldPathOf = (field: string) => field.replace(/^data\./, '')

const isFieldWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`)

interface FormOptions {
  readonly data: CampaignDraftData
  readonly set: (change: CampaignDraftData) => void
  readonly problems: readonly DraftProblem[]
  /** True for problems on the open step. */
  readonly isHere: (problem: DraftProblem) => boolean
  readonly step: string
  readonly faultOf: (fault: CampaignFault) => FieldFault
}

/** Tracks the touched fields, and the attempts to continue from the step. */
function useTouched(step: string) {
  const [shownFaults, setShownFaults] = useState<{ step: string; attempts: number; touched: ReadonlySet<string> }>({
    step,
    attempts: 0,
    touched: new Set(),
  })
  const now = shownFaults.step === step ? shownFaults : { step, attempts: 0, touched: shownFaults.touched }
  return {
    attempts: now.attempts,
    showsError: (name: string) => now.attempts > 0 || now.touched.has(name),
    touch: (name: string) => setShownFaults({ ...now, touched: new Set(now.touched).add(name) }),
    attempt: () => setShownFaults({ ...now, attempts: now.attempts + 1 }),
  }
}

/** Fields of a step. A field shows its error after it was touched; all show theirs after an attempt to continue. */
export function useDraftForm({ data, set, problems, isHere, step, faultOf }: FormOptions) {
  const { attempts, showsError, touch, attempt } = useTouched(step)
  const labels = useRef(new Map<string, string>()).current
  const controls = useRef(new Map<string, HTMLElement>()).current
  const problemsHere = problems.filter(isHere)
  const faultAt = (name: string) => {
    const problem = problemsHere.find(({ field }) => isFieldWithin(fieldPathOf(field), name))
    // An empty field is an error only after an attempt to continue.
    const isShown = problem && showsError(name) && (attempts > 0 || problem.answer.code !== 'required')
    return isShown ? faultOf(problem.answer) : undefined
  }
  const labelOf = (path: string) => {
    const name = [...labels.keys()].filter((known) => isFieldWithin(path, known)).sort((a, b) => b.length - a.length)[0]
    return { name: name ?? path, label: (name && labels.get(name)) ?? path }
  }
  const controlOf = ({ field }: DraftProblem) => controls.get(labelOf(fieldPathOf(field)).name)
  const inPageOrder = (all: readonly DraftProblem[]) => [...all].sort((a, b) => pageOrder(controlOf(a), controlOf(b)))
  const failures: FieldFailure[] =
    attempts === 0
      ? []
      : inPageOrder(problemsHere).map(({ field, answer: fault }) => {
          const path = fieldPathOf(field)
          // A field can have several problems with different names; each gets its own line.
          const line = 'name' in fault ? `${path} ${String(fault.name)}` : path
          return {
            name: line,
            // A lazy part registers its label when it loads, so the label is read late.
            get label() {
              return labelOf(path).label
            },
            fault: faultOf(fault),
            get isShown() {
              return controls.has(labelOf(path).name)
            },
            focus: () => controls.get(labelOf(path).name)?.focus(),
          }
        })
  /** All field props except value and onChange. */
  const fieldProps = (name: string, label: string) => {
    labels.set(name, label)
    return {
      name,
      label,
      fault: faultAt(name),
      onLeave: () => touch(name),
      controlRef: (node: HTMLElement | null) => void (node ? controls.set(name, node) : controls.delete(name)),
    }
  }
  return {
    attempts,
    attempt,
    failures,
    face: fieldProps,
    faultAt,
    touch,
    isWrong: problemsHere.length > 0,
    /** Save errors are shown by DraftNotices instead. */
    failure: undefined,
    text: (name: TextName, label: string, isRequired = true): FieldProps<string> => ({
      ...fieldProps(name, label),
      isRequired,
      value: data[name] ?? '',
      onChange: (value) => set({ [name]: value }),
    }),
    value: <Name extends keyof CampaignDraftData, Value>(name: Name, label: string, defaultValue: Value, isRequired = true) => ({
      ...fieldProps(name, label),
      isRequired,
      value: (data[name] ?? defaultValue) as NonNullable<CampaignDraftData[Name]> | Value, // null and undefined become `defaultValue`
      onChange: (value: CampaignDraftData[Name]) => set({ [name]: value }),
    }),
  }
}
export type DraftForm = ReturnType<typeof useDraftForm>

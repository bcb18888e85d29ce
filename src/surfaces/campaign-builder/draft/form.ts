import { useRef, useState } from 'react'
import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import type { DraftProblem } from '../../../contract/drafts/problems.ts'
import type { FieldFault } from '../../../contract/fields/faults.ts'
import type { CampaignFault } from './fault.ts'
import type { FieldProps } from '../../../ui/form/field.tsx'
import type { FieldFailure } from '../../../ui/form/use-form.ts'

/** Fields that store text exactly as typed. */
type TextName = 'name' | 'channel' | 'goal_roas' | 'budget' | 'pacing' | 'start_date' | 'end_date' | 'base_bid' | 'comment'

/** The field's path without the `data.` prefix. */
export const fieldPathOf = (field: string) => field.replace(/^data\./, '')

const isFieldWithin = (place: string, name: string) => place === name || place.startsWith(`${name}.`)

interface FormOptions {
  readonly data: CampaignDraftData
  readonly set: (change: CampaignDraftData) => void
  readonly problems: readonly DraftProblem[]
  /** True for problems on the open step. */
  readonly isHere: (problem: DraftProblem) => boolean
  readonly step: string
  readonly faultOf: (answer: CampaignFault) => FieldFault
}

/** Tracks the touched fields, and the attempts to continue from the step. */
function useTouched(step: string) {
  const [told, setTold] = useState<{ step: string; attempts: number; touched: ReadonlySet<string> }>({
    step,
    attempts: 0,
    touched: new Set(),
  })
  const now = told.step === step ? told : { step, attempts: 0, touched: told.touched }
  return {
    attempts: now.attempts,
    isTold: (name: string) => now.attempts > 0 || now.touched.has(name),
    touch: (name: string) => setTold({ ...now, touched: new Set(now.touched).add(name) }),
    attempt: () => setTold({ ...now, attempts: now.attempts + 1 }),
  }
}

/** Fields of a step. A field shows its error after it was touched; all show theirs after an attempt to continue. */
export function useDraftForm({ data, set, problems, isHere, step, faultOf }: FormOptions) {
  const { attempts, isTold, touch, attempt } = useTouched(step)
  const labels = useRef(new Map<string, string>()).current
  const controls = useRef(new Map<string, HTMLElement>()).current
  const here = problems.filter(isHere)
  const faultAt = (name: string) => {
    const found = here.find(({ field }) => isFieldWithin(fieldPathOf(field), name))
    return found && isTold(name) ? faultOf(found.answer) : undefined
  }
  const labelOf = (place: string) => {
    const name = [...labels.keys()].filter((known) => isFieldWithin(place, known)).sort((one, other) => other.length - one.length)[0]
    return { name: name ?? place, label: (name && labels.get(name)) ?? place }
  }
  const failures: FieldFailure[] =
    attempts === 0
      ? []
      : here.map(({ field, answer }) => {
          const place = fieldPathOf(field)
          // A field can have several problems with different names; each gets its own line.
          const line = 'name' in answer ? `${place} ${String(answer.name)}` : place
          return {
            name: line,
            // A lazy part registers its label when it loads, so the label is read late.
            get label() {
              return labelOf(place).label
            },
            fault: faultOf(answer),
            focus: () => controls.get(labelOf(place).name)?.focus(),
          }
        })
  /** All field props except value and onChange. */
  const face = (name: string, label: string) => {
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
    face,
    faultAt,
    touch,
    isWrong: here.length > 0,
    /** Save errors are shown by DraftNotices instead. */
    failure: undefined,
    text: (name: TextName, label: string, isRequired = true): FieldProps<string> => ({
      ...face(name, label),
      isRequired,
      value: data[name] ?? '',
      onChange: (value) => set({ [name]: value }),
    }),
    value: <Name extends keyof CampaignDraftData, Value>(name: Name, label: string, otherwise: Value, isRequired = true) => ({
      ...face(name, label),
      isRequired,
      value: (data[name] ?? otherwise) as NonNullable<CampaignDraftData[Name]> | Value, // null and undefined become `otherwise`
      onChange: (value: CampaignDraftData[Name]) => set({ [name]: value }),
    }),
  }
}
export type DraftForm = ReturnType<typeof useDraftForm>

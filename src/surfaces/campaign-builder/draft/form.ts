import { useRef, useState } from 'react'
import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import type { DraftProblem } from '../../../contract/drafts/drafts.rules.ts'
import type { FieldFault } from '../../../contract/fields/faults.ts'
import type { CampaignFault } from './fault.ts'
import type { FieldProps } from '../../../ui/form/field.tsx'
import type { Failure } from '../../../ui/form/use-form.ts'

/** The fields in which text stands as it was typed. */
type TextName = 'name' | 'channel' | 'goal_roas' | 'budget' | 'pacing' | 'start_date' | 'end_date' | 'base_bid' | 'comment'

/** Where a problem is said: the field's path without what stands before all of them. */
export const placeOf = (field: string) => field.replace(/^data\./, '')

const isWithin = (place: string, name: string) => place === name || place.startsWith(`${name}.`)

interface FormOptions {
  readonly data: CampaignDraftData
  readonly set: (change: CampaignDraftData) => void
  readonly problems: readonly DraftProblem[]
  /** What of all the draft is on the step that is open. */
  readonly isHere: (problem: DraftProblem) => boolean
  readonly step: string
  readonly faultOf: (answer: CampaignFault) => FieldFault
}

/** What is touched on a step, and how often somebody tried to go on from it. */
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

/** The fields of a step: each says what is wrong once it was touched, and all of them when one could not go on. */
export function useDraftForm({ data, set, problems, isHere, step, faultOf }: FormOptions) {
  const { attempts, isTold, touch, attempt } = useTouched(step)
  const labels = useRef(new Map<string, string>()).current
  const controls = useRef(new Map<string, HTMLElement>()).current
  const here = problems.filter(isHere)
  const faultAt = (name: string) => {
    const found = here.find(({ field }) => isWithin(placeOf(field), name))
    return found && isTold(name) ? faultOf(found.answer) : undefined
  }
  const labelOf = (place: string) => {
    const name = [...labels.keys()].filter((known) => isWithin(place, known)).sort((one, other) => other.length - one.length)[0]
    return { name: name ?? place, label: (name && labels.get(name)) ?? place }
  }
  const failures: Failure[] =
    attempts === 0
      ? []
      : here.map(({ field, answer }) => {
          const place = placeOf(field)
          // Several things may be missing at one place; each is told on a line of its own.
          const line = 'name' in answer ? `${place} ${String(answer.name)}` : place
          return {
            name: line,
            // A part that comes late says what it is called only then.
            get label() {
              return labelOf(place).label
            },
            fault: faultOf(answer),
            focus: () => controls.get(labelOf(place).name)?.focus(),
          }
        })
  /** Everything that a field needs but for its value. */
  const face = (name: string, label: string) => {
    labels.set(name, label)
    return {
      ...{ name, label },
      fault: faultAt(name),
      onLeave: () => touch(name),
      controlRef: (node: HTMLElement | null) => void (node ? controls.set(name, node) : controls.delete(name)),
    }
  }
  return {
    ...{ attempts, attempt, failures, face, faultAt, touch },
    isWrong: here.length > 0,
    /** What could not be sent at all is said elsewhere. */
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
      value: (data[name] ?? otherwise) as NonNullable<CampaignDraftData[Name]> | Value, // what is null or not there is the other
      onChange: (value: CampaignDraftData[Name]) => set({ [name]: value }),
    }),
  }
}
export type DraftForm = ReturnType<typeof useDraftForm>

import { usePath } from '../../../kit/path.ts'
import { type Step, Stepper } from '../../../ui/navigation/stepper.tsx'

/** The step of a URL: the named one if it is completed, else the first open one, else the last. */
export function stepAt(steps: readonly Pick<Step, 'id' | 'state'>[], query: URLSearchParams): string | undefined {
  const requested = query.get('step')
  const next = steps.find(({ state }) => state !== 'done') ?? steps.at(-1)
  return steps.find(({ id, state }) => id === requested && state === 'done')?.id ?? next?.id
}

/** The current step, and a function to go to another. */
export function useStep(steps: readonly Step[]) {
  const { query, setQuery } = usePath()
  return { current: stepAt(steps, query), goTo: (id: string) => setQuery({ step: id }) }
}

interface StepsProps {
  readonly label: string
  readonly steps: readonly Step[]
  readonly isHorizontal?: boolean
}

/** A stepper that keeps the current step in the URL. */
export function Steps({ label, steps, isHorizontal = false }: StepsProps) {
  const { current, goTo } = useStep(steps)
  return current === undefined ? null : <Stepper label={label} steps={steps} current={current} onGo={goTo} isHorizontal={isHorizontal} />
}

import { Crumbs } from './crumbs.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { Breadcrumbs } from '../../../ui/navigation/breadcrumbs.tsx'
import { type Step, Stepper } from '../../../ui/navigation/stepper.tsx'
import { Exhibit } from '../exhibit.tsx'
import { usePath } from '../../../kit/path.ts'

const still = () => undefined

const builder: readonly Step[] = [
  { id: 'step-basic-info', label: 'Basics', note: 'Lakeside winter escapes', state: 'done' },
  { id: 'step-3', label: 'Hotels', note: '412 hotels, 3 lists', state: 'done' },
  { id: 'step-ad-group', label: 'Targeting', note: '2 groups, 5 conditions', state: 'done' },
  { id: 'budget-step', label: 'Budget and schedule', state: 'todo' },
  { id: 'step-asset', label: 'Creative', state: 'todo' },
  { id: 'step-review', label: 'Review', state: 'todo' },
]

const faulty: readonly Step[] = [
  { id: 'one', label: 'Kampagneninformationen und Ziele', note: 'Ein Wintermärchen am See mit sehr langem Namen', state: 'done' },
  { id: 'two', label: 'Budget', state: 'error', errors: 2 },
  { id: 'three', label: 'Prüfen', state: 'error', errors: 1 },
]

const way = ['Admin', 'Clients', 'Harborline Stays', 'Advertisers', 'Seabright Hotels and Residences of the Northern Coast', 'Users']

function FarAway() {
  const linkTo = usePathLink()
  const crumbs = way.map((label, index) => ({ id: label, label, target: linkTo(index === 0 ? '' : 'navigation', label) }))
  return <Breadcrumbs crumbs={crumbs} label="Deep page" />
}

export const BreadcrumbExhibits = () => (
  <>
    <Exhibit name="Breadcrumbs" isWide>
      <Crumbs start="Gallery" patterns={['navigation']} nameOf={() => 'Navigation'} />
      <FarAway />
    </Exhibit>
    <Exhibit name="Stepper">
      <Steps label="Create campaign" steps={builder} />
      <Stepper label="With errors" steps={faulty} current="three" onGo={still} />
    </Exhibit>
    <Exhibit name="Horizontal stepper" isWide>
      <Stepper label="Set up payment" steps={builder.slice(0, 4)} current="budget-step" onGo={still} isHorizontal />
    </Exhibit>
  </>
)

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

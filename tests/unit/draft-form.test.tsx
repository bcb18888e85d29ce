// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import type { DraftProblem } from '../../src/contract/drafts/problems.ts'
import type { StepKey } from '../../src/contract/templates/templates.rules.ts'
import { type DraftForm, useDraftForm } from '../../src/surfaces/campaign-builder/draft/form.ts'
import { mount } from '../support/ui/react-page.tsx'

const problemOf = (field: string): DraftProblem => ({
  step: 'step-review',
  field: `data.${field}`,
  answer: { code: 'required', of: 'value' },
})
const noFault = { code: 'custom', text: 'Enter a value' } as const
const all = () => true

interface StepProps {
  readonly step?: StepKey
  readonly problems: readonly DraftProblem[]
  readonly onReady: (form: DraftForm) => void
}

/** A step that shows the goal above the name. */
function Step({ problems, onReady, step = 'step-review' }: StepProps) {
  const form = useDraftForm({ data: {}, set: () => undefined, problems, isHere: all, step, faultOf: () => noFault })
  onReady(form)
  const goal = form.face('goal_roas', 'Target ROAS')
  const name = form.face('name', 'Name')
  return (
    <>
      <input ref={goal.controlRef} aria-label={goal.label} />
      <input ref={name.controlRef} aria-label={name.label} />
    </>
  )
}

test('the problems of a step are listed in the order of its fields, and those without a field last', async () => {
  let form: DraftForm | undefined
  const problems = ['entities', 'name', 'goal_roas'].map(problemOf)
  const page = await mount(<Step problems={problems} onReady={(ready) => (form = ready)} />)
  expect(form?.failures).toEqual([])
  await act(async () => form?.attempt())
  expect(form?.failures.map(({ label }) => label)).toEqual(['Target ROAS', 'Name', 'entities'])
  await page.unmount()
})

test('an empty field is an error only after an attempt to continue, and not on the next step', async () => {
  let form: DraftForm | undefined
  const problems = [problemOf('name')]
  const ready = (next: DraftForm) => {
    form = next
  }
  const page = await mount(<Step problems={problems} onReady={ready} />)
  await act(async () => form?.touch('name'))
  expect(form?.faultAt('name')).toBeUndefined()
  await act(async () => form?.attempt())
  expect(form?.faultAt('name')).toEqual(noFault)
  await page.render(<Step problems={problems} onReady={ready} step="budget-step" />)
  expect([form?.faultAt('name'), form?.failures]).toEqual([undefined, []])
  await page.unmount()
})

test('a wrong value is an error as soon as the user leaves its field', async () => {
  let form: DraftForm | undefined
  const tooLow: DraftProblem = { step: 'step-review', field: 'data.goal_roas', answer: { code: 'min', min: '0.01' } }
  const page = await mount(<Step problems={[tooLow]} onReady={(ready) => (form = ready)} />)
  expect(form?.faultAt('goal_roas')).toBeUndefined()
  await act(async () => form?.touch('goal_roas'))
  expect(form?.faultAt('goal_roas')).toEqual(noFault)
  await page.unmount()
})

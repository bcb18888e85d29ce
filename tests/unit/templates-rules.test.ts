import { describe, expect, test } from 'vitest'
import {
  flowSteps,
  reviewSteps,
  stepKeys,
  permanentStepsRule,
  templateFlows,
  templateStepsRule,
  type TemplateStep,
} from '../../src/contract/templates/templates.rules.ts'

/** Makes a step of each letter of a word; capital letters are permanent steps. */
const steps = (word: string): TemplateStep[] =>
  [...word].map((letter) => ({
    step: stepKeys['abcdefghijk'.indexOf(letter.toLowerCase())] ?? 'step-1',
    is_permanent: letter === letter.toUpperCase(),
  }))
const kept = (before: string, after: string) => {
  const result = permanentStepsRule(steps(before), steps(after))
  return result === true || result.code
}

describe('a permanent step', () => {
  test.each([
    ['AbcD', 'AbcD'],
    ['AbcD', 'AcbD'],
    ['AbcD', 'AcD'],
    ['AbcD', 'AD'],
    ['AD', 'AbcD'],
    ['aBcd', 'aBdc'],
    ['aBc', 'Bc'],
    ['abc', 'cab'],
    ['aBc', 'daBc'],
  ])('keeps its position: %s may become %s', (before, after) => {
    expect(kept(before, after)).toBe(true)
  })

  test.each([
    ['AbcD', 'bcD', 'permanent_removed'],
    ['AbcD', 'Abc', 'permanent_removed'],
    ['AbcD', 'bAcD', 'permanent_moved'],
    ['AbcD', 'AbDc', 'permanent_moved'],
    ['AbcD', 'AbcDe', 'permanent_moved'],
    ['AbcD', 'eAbcD', 'permanent_moved'],
    ['aBc', 'acB', 'permanent_moved'],
    ['aBc', 'Bac', 'permanent_moved'],
    ['aBCd', 'aCBd', 'permanent_moved'],
    ['aBcDe', 'aDcBe', 'permanent_moved'],
    ['aBcDe', 'DBe', 'permanent_moved'],
  ])('is neither moved nor removed: %s cannot become %s', (before, after, code) => {
    expect(kept(before, after)).toBe(code)
  })

  test('stays permanent, whatever is sent later', () => {
    expect(permanentStepsRule(steps('AbC'), steps('bac'))).toMatchObject({ code: 'permanent_moved', step: stepKeys[0] })
  })
})

describe('a campaign flow', () => {
  test.each(templateFlows)('%s has its own steps, ends with the review, and is valid by default', (flow) => {
    const own = flowSteps[flow]
    expect(templateStepsRule(flow, own)).toBe(true)
    expect(own.at(-1)).toEqual({ step: reviewSteps[flow], is_permanent: true })
    expect(new Set(own.map(({ step }) => step)).size).toBe(own.length)
  })

  test('takes no step of another flow, none twice, and frees no permanent one', () => {
    const { simple } = flowSteps
    const [first, second, ...rest] = simple
    if (!first || !second) throw new Error('The simple way has steps')
    const strange = [first, { step: 'step-asset' as const, is_permanent: false }, ...rest]
    expect(templateStepsRule('simple', strange)).toEqual({ code: 'step_unknown', step: 'step-asset', flow: 'simple' })
    expect(templateStepsRule('simple', [first, second, second, ...rest])).toEqual({ code: 'step_twice', step: second.step })
    expect(templateStepsRule('simple', [{ ...first, is_permanent: false }, second, ...rest])).toEqual({
      code: 'permanent_freed',
      step: first.step,
    })
    expect(templateStepsRule('simple', [])).toEqual({ code: 'permanent_removed', step: first.step })
  })

  test('can make more of its steps permanent', () => {
    const held = flowSteps.v2.map((one) => ({ ...one, is_permanent: true }))
    expect(templateStepsRule('v2', held)).toBe(true)
    expect(templateStepsRule('v2', flowSteps.v2.toSpliced(1, 1), held)).toMatchObject({ code: 'permanent_removed', step: 'step-3' })
    expect(templateStepsRule('v2', flowSteps.v2.toSpliced(1, 1))).toBe(true)
  })
})

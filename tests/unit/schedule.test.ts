import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { elementCounter } from '../runner/element-counter.mjs'
import { runSteps } from '../runner/schedule.mjs'

interface FakeStep {
  readonly name: string
  readonly cores?: number
  readonly needs?: readonly string[]
}

/** Runs fake steps that end when the test ends them, and records each start with its failed need. */
function schedule(steps: readonly FakeStep[], cores: number) {
  const started: string[] = []
  const broken = new Map<string, string>()
  const endings = new Map<string, (result: { failed: number }) => void>()
  const run = ({ name }: FakeStep, brokenNeed: string | undefined) => {
    started.push(name)
    if (brokenNeed) broken.set(name, brokenNeed)
    return brokenNeed ? Promise.resolve({ failed: 1 }) : new Promise<{ failed: number }>((resolve) => endings.set(name, resolve))
  }
  const results = runSteps(steps, run, cores)
  /** All microtasks of the schedule have run at the next macrotask. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string, failed = 0) => {
    endings.get(name)?.({ failed })
    await settled()
  }
  return { started, broken, end, results }
}

describe('the schedule of test steps', () => {
  test('runs steps in parallel as far as the cores allow, in order', async () => {
    const { started, end } = schedule([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 2)
    expect(started).toEqual(['a', 'b'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  test('makes a large step wait for cores without being overtaken', async () => {
    const { started, end } = schedule([{ name: 'small' }, { name: 'large', cores: 2 }, { name: 'next' }], 2)
    expect(started).toEqual(['small'])
    await end('small')
    expect(started).toEqual(['small', 'large'])
    await end('large')
    expect(started).toEqual(['small', 'large', 'next'])
  })

  test('runs a step that needs more cores than the machine has alone', async () => {
    const { started, end, results } = schedule([{ name: 'large', cores: 4 }, { name: 'next' }], 1)
    expect(started).toEqual(['large'])
    await end('large')
    await end('next')
    expect(await results).toEqual([{ failed: 0 }, { failed: 0 }])
  })

  test('makes a step wait for its dependencies while later ones run', async () => {
    const { started, end } = schedule([{ name: 'build' }, { name: 'journeys', needs: ['build'] }, { name: 'types' }, { name: 'lint' }], 2)
    expect(started).toEqual(['build', 'types'])
    await end('types')
    expect(started).toEqual(['build', 'types', 'lint'])
    await end('build')
    expect(started.at(-1)).toBe('journeys')
  })

  test('tells a step which dependency failed, and those that depend on it', async () => {
    const steps = [{ name: 'build' }, { name: 'unit', needs: ['build'] }, { name: 'journeys', needs: ['unit'] }, { name: 'types' }]
    const { broken, end, results } = schedule(steps, 1)
    await end('build', 1)
    await end('types')
    expect([...broken]).toEqual([
      ['unit', 'build'],
      ['journeys', 'unit'],
    ])
    expect(await results).toEqual([{ failed: 1 }, { failed: 1 }, { failed: 1 }, { failed: 0 }])
  })

  test('ignores a dependency that is not selected', async () => {
    const { started, end, results } = schedule([{ name: 'unit', needs: ['build'] }], 1)
    expect(started).toEqual(['unit'])
    await end('unit')
    expect(await results).toEqual([{ failed: 0 }])
  })

  test('returns results in the order of the steps', async () => {
    const { end, results } = schedule([{ name: 'a' }, { name: 'b' }], 2)
    await end('b', 2)
    await end('a', 1)
    expect(await results).toEqual([{ failed: 1 }, { failed: 2 }])
  })
})

describe('counts of element tests', () => {
  const one = (passed: boolean, skipped = false) => ({ passed, skipped })
  const suite = (...tests: readonly ReturnType<typeof one>[]) => ({ tests, suites: [] })
  const countsOf = (sessions: Parameters<ReturnType<typeof elementCounter>['stop']>[0]['sessions']) => {
    const file = join(mkdtempSync(join(tmpdir(), 'placard-counts-')), 'folder', 'counts.json')
    elementCounter(file).stop({ sessions })
    return JSON.parse(readFileSync(file, 'utf8'))
  }

  test('include nested suites, and skipped tests separately', () => {
    const testResults = { tests: [one(true)], suites: [{ tests: [one(true), one(false)], suites: [suite(one(true), one(false, true))] }] }
    expect(countsOf([{ passed: false, testResults }])).toEqual({ passed: 3, failed: 1, skipped: 1 })
  })

  test('include a file that does not load as a failure', () => {
    expect(countsOf([{ passed: true, testResults: suite(one(true)) }, { passed: false }])).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  test('include a file that fails although its tests pass', () => {
    expect(countsOf([{ passed: false, testResults: suite(one(true)) }])).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })
})

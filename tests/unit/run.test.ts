import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../house/source.ts'
import { timeText, withinCount } from '../runner/budgets.mjs'
import { command } from '../runner/command.mjs'
import { failedNames, judged, playwrightCounts, vitestCounts } from '../runner/counts.mjs'
import { testSteps } from '../runner/steps.mjs'

const folder = mkdtempSync(join(tmpdir(), 'placard-run-'))
const file = (content: unknown) => {
  const path = join(folder, 'counts.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

describe('test counts', () => {
  test('include a test file that does not load as a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
    ]
    const counts = vitestCounts(file({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults }))
    expect(counts).toEqual({ passed: 3, failed: 2, skipped: 0 })
  })

  test('include a journey that passes on retry as a failure', () => {
    const counts = playwrightCounts(file({ stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 2 }, errors: [] }))
    expect(counts).toEqual({ passed: 4, failed: 1, skipped: 2 })
  })

  test('include a step without tests as a failure', () => {
    expect(judged({ passed: 0, failed: 0, isOk: true, output: '' })).toMatchObject({ failed: 1 })
  })

  test('include a step that fails although its tests pass', () => {
    expect(judged({ passed: 5, failed: 0, isOk: false, output: '' })).toMatchObject({ passed: 5, failed: 1 })
  })
})

test('each failed test or type error is named once', () => {
  const output = [
    '\u001b[31m FAIL \u001b[39m platform tests/platform/a.test.ts > orders: one is kept',
    '  ✘  3 tests/journeys/b.test.ts:3:1 › a person signs in (2.1s)',
    '  ✓  4 tests/journeys/b.test.ts:9:1 › a person signs out (1.1s)',
    "src/kit/c.ts(3,28): error TS2307: Cannot find module './d.ts'",
    "src/kit/c.ts(3,28): error TS2307: Cannot find module './d.ts'",
  ].join('\n')
  expect(failedNames(output)).toEqual([
    'FAIL  platform tests/platform/a.test.ts > orders: one is kept',
    '✘  3 tests/journeys/b.test.ts:3:1 › a person signs in (2.1s)',
    "src/kit/c.ts(3,28): error TS2307: Cannot find module './d.ts'",
  ])
})

describe('test budgets', () => {
  test('show the time of a step next to its budget', () => {
    expect([timeText(30_000), timeText(59_000, { budgetMinutes: 1 }), timeText(90_000, { budgetMinutes: 2 })]).toEqual([
      '30.0 s',
      '59.0 s of 1 min',
      '1 min 30 s of 2 min',
    ])
  })

  test('report a step that takes longer', () => {
    expect(timeText(485_000, { budgetMinutes: 8 })).toBe('8 min 5 s, over its budget of 8 min')
  })

  test('fail with instructions when there are too many journeys', () => {
    const step = { name: 'journeys', maxTests: 250 }
    const result = { passed: 248, failed: 0, skipped: 2, output: '' }
    expect(withinCount(result, step)).toEqual(result)
    const { failed, output } = withinCount({ ...result, failed: 1 }, step)
    expect([failed, output]).toEqual([2, expect.stringContaining('251 journeys, and 250 are allowed: move some')])
  })

  test('do not limit tests of a step without a limit', () => {
    expect(withinCount({ passed: 9_999, failed: 0, output: '' }, { name: 'unit' })).toMatchObject({ failed: 0 })
  })
})

/** Reports when a connected process has exited. */
async function listen() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const gone = new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.resume().once('close', () => resolve()))
  })
  return { port: typeof address === 'object' ? address?.port : undefined, gone: gone.finally(() => server.close()) }
}

describe('test commands', () => {
  test('that take too long are stopped with their child processes', async () => {
    const { port, gone } = await listen()
    const started = `"${process.execPath}" -e "require('net').connect(${port}, '127.0.0.1').on('error', () => 0)" & wait`
    const { isOk, output } = await command(['sh', '-c', started], { minutes: 0.03 })
    expect(isOk).toBe(false)
    expect(output).toContain('Stopped after')
    await gone
  })

  test('that do not exist are reported', async () => {
    expect(await command([join(folder, 'nothing')], { minutes: 1 })).toMatchObject({ isOk: false })
  })
})

describe('npm test', () => {
  test('lists its steps', () => {
    const said = execFileSync(process.execPath, ['tests/run.mjs', '--help'], { cwd: root, encoding: 'utf8' })
    expect(said).toContain('build, types, data, lint, sizes, unit, elements, engines, platform, journeys')
  })

  test('gives each tier a budget, and allows at most 250 journeys', () => {
    const budgets = testSteps.flatMap(({ name, budgetMinutes }) => (budgetMinutes === undefined ? [] : [[name, budgetMinutes]]))
    expect(Object.fromEntries(budgets)).toEqual({ unit: 2, elements: 3, engines: 1, platform: 6, journeys: 8 })
    expect(testSteps.find(({ name }) => name === 'journeys')).toMatchObject({ maxTests: 250 })
  })

  test('refuses an unknown step', () => {
    expect(spawnSync(process.execPath, ['tests/run.mjs', '--only', 'unit,everything'], { cwd: root }).status).toBe(2)
  })

  test('ends with the counts on a line of their own', () => {
    const said = execFileSync(process.execPath, ['tests/run.mjs', '--only', 'chromium'], { cwd: root, encoding: 'utf8' })
    expect(said.trimEnd().split('\n').at(-1)).toBe('0 passed, 0 failed')
  })
})

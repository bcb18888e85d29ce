import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../../house/source.ts'

/** The output of the command for the named checks. */
function trust(only: string) {
  const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/commands/trust.ts', '--only', only], {
    cwd: root,
    encoding: 'utf8',
  })
  return { lines: stdout.trimEnd().split('\n'), status }
}

test('the trust command runs the requested check and ends with a number', () => {
  const { lines, status } = trust('openers')
  expect(status).toBe(0)
  expect(lines).toContainEqual(expect.stringMatching(/^openers: 50 of 50 refused/))
  expect(lines.at(-1)).toBe('figure: 1 of 1 promises kept, 0 findings')
})

test('the trust command lists its checks when it gets an unknown one', () => {
  const { lines, status } = trust('everything')
  expect(status).toBe(1)
  expect(lines).toEqual([expect.stringMatching(/^There is no everything; there are access, /)])
})

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { shutDown } from '../../demo/open-site.ts'
import { publishFolder, sourcesOfFirstStart } from '../journeys/fill-folders.ts'
import { type WarmPlatform, warmPlatforms } from '../support/platform/warm-platform.ts'

const folder = mkdtempSync(join(tmpdir(), 'placard-warm-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens hosts that answer every "close" with the given reply. */
function hostsThatReply(reply: object) {
  const file = join(folder, `host-${Math.random()}.mjs`)
  writeFileSync(
    file,
    `process.on('message', ({ kind }) => {
      if (kind === 'open') process.stdout.write('process ' + process.pid + '.', () => process.send({ kind: 'opened' }))
      else process.send(${JSON.stringify(reply)})
    })
    process.on('disconnect', () => process.exit(0))`,
  )
  return warmPlatforms(async () => [file])
}

async function processOf(platform: WarmPlatform): Promise<number> {
  await expect.poll(platform.output).toMatch(/process \d+\./)
  return Number(/process (\d+)\./.exec(platform.output())?.[1])
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a warm platform process', () => {
  test('is passed on when a platform closes', async () => {
    const open = hostsThatReply({ kind: 'closed' })
    const first = await open([], {})
    const pid = await processOf(first)
    await first.close()
    expect(await processOf(await open([], {}))).toBe(pid)
  })

  test('ends when its platform does not close in time', async () => {
    const open = hostsThatReply({ kind: 'stuck' })
    const first = await open([], {})
    const pid = await processOf(first)
    await first.close()
    expect(isAlive(pid)).toBe(false)
    expect(await processOf(await open([], {}))).not.toBe(pid)
  })

  test('ends when its platform fails to close, and the test fails', async () => {
    const open = hostsThatReply({ kind: 'failed', text: 'The database does not close.' })
    const first = await open([], {})
    const pid = await processOf(first)
    await expect(first.close()).rejects.toThrow('The database does not close.')
    expect(isAlive(pid)).toBe(false)
    expect(await processOf(await open([], {}))).not.toBe(pid)
  })

  test('reports whether everything ended in time', async () => {
    const never = () => new Promise(() => undefined)
    expect(await shutDown([async () => 'ended'], 60_000)).toBe(true)
    expect(await shutDown([async () => 'ended', never], 1)).toBe(false)
    await expect(shutDown([() => Promise.reject(new Error('It does not close'))], 60_000)).rejects.toThrow('It does not close')
  })
})

describe('prepared folders', () => {
  test('are rebuilt when the code of a first start changes', () => {
    expect(sourcesOfFirstStart()).toEqual(
      expect.arrayContaining(['demo/main.ts', 'demo/open-site.ts', 'demo/platform/seed/fill.ts', 'src/contract/index.ts']),
    )
  })

  test('that two processes fill at once are stored once', () => {
    const [from, late, to] = ['from', 'late', 'to'].map((name) => join(folder, name)) as [string, string, string] // as many as names
    for (const one of [from, late]) {
      mkdirSync(one)
      writeFileSync(join(one, 'made-by'), one)
    }
    publishFolder(from, to)
    publishFolder(late, to)
    expect(readFileSync(join(to, 'made-by'), 'utf8')).toBe(from)
    expect([from, late].filter(existsSync)).toEqual([])
  })

  test('that cannot be published fail', () => {
    expect(() => publishFolder(join(folder, 'missing'), join(folder, 'nowhere'))).toThrow('ENOENT')
  })
})

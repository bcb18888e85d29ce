import { type BrowserContext, expect, test } from 'playwright/test'
import { hostileScene } from '../support/hostile-page.ts'
import { type HostProbe, hostProbes } from '../support/host-probes.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { runsIn } from '../support/token-runs.ts'

let platform: PlatformProcess
let context: BrowserContext
let scene: Awaited<ReturnType<typeof hostileScene>>

test.describe.configure({ mode: 'default' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  platform = await openPlatform()
  context = await browser.newContext()
  scene = await hostileScene(context, platform)
})
test.afterAll(async () => {
  await context?.close()
  await platform?.clear()
})

const idle: HostProbe = { name: 'does nothing but listen', run: () => undefined }

test('there are at least forty probes, each with a name of its own', () => {
  expect(new Set(hostProbes.map(({ name }) => name)).size).toBe(hostProbes.length)
  expect(hostProbes.length).toBeGreaterThanOrEqual(40)
})

test('there are tokens to be had: a person’s in the frame’s own store, a partner’s in the frame inside', async () => {
  const before = scene.secrets().length
  const { isShown, isOver } = await scene.play(idle)
  expect({ isShown, isOver }).toEqual({ isShown: true, isOver: true })
  expect(before).toBeGreaterThan(1)
  expect(scene.secrets().length).toBeGreaterThan(before)
  expect(scene.given.size).toBeGreaterThan(0)
  const frame = scene.page.frames().find((one) => one.url().includes('/embedded/clients/1/'))
  const kept = await frame?.evaluate(() => Object.values(sessionStorage).join())
  expect(runsIn(kept ?? '', scene.secrets(), scene.given)).not.toEqual([])
})

test('a partner that is careless is seen, by twenty characters of its token', async () => {
  const { seen } = await scene.play(idle, { leaky: true })
  expect(runsIn(seen, scene.secrets(), scene.given).length).toBeGreaterThan(0)
})

for (const probe of hostProbes)
  test(`a page that ${probe.name} sees no byte of a token`, async () => {
    const { seen, isOver, isShown } = await scene.play(probe)
    expect(runsIn(seen, scene.secrets(), scene.given)).toEqual([])
    expect({ isOver, isShown }).toEqual({ isOver: true, isShown: !probe.breaks })
    if (probe.seesOwn) expect(runsIn(seen, scene.given, []), 'its own token passed by').not.toEqual([])
  })

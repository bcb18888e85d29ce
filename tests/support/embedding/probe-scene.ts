import { type BrowserContext, test } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import type { HostProbe } from './probes/probes.ts'
import { hostileScene } from './hostile-page.ts'
import { openPlatform, type PlatformProcess } from '../platform/process.ts'
import { runsIn } from './token-runs.ts'

type Scene = Awaited<ReturnType<typeof hostileScene>>

/** One hostile page for the probes of a file, in a browser with a signed-in user. */
export function probeScene(): () => Scene {
  let platform: PlatformProcess
  let context: BrowserContext
  let scene: Scene
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
  return () => scene
}

/** Checks that a probe ends and has seen no part of another page's token. */
export async function seesNoToken(scene: Scene, probe: HostProbe) {
  const { seen, isOver, isShown } = await scene.play(probe)
  expect(runsIn(seen, scene.secrets(), scene.given)).toEqual([])
  expect({ isOver, isShown }).toEqual({ isOver: true, isShown: !probe.breaks })
  if (probe.seesOwn) expect(runsIn(seen, scene.given, []), 'its own token passed by').not.toEqual([])
}

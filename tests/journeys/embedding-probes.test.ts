import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { probeScene, seesNoToken } from '../support/embedding/probe-scene.ts'
import { type HostProbe, hostProbes } from '../support/embedding/probes/probes.ts'
import { runsIn } from '../support/embedding/token-runs.ts'

const scene = probeScene()

const idle: HostProbe = { name: 'does nothing but listen', run: () => undefined }

test("there are tokens to find in the frame's storage and in the nested frame", async () => {
  const before = scene().secrets().length
  const { isShown, isOver } = await scene().play(idle)
  expect({ isShown, isOver }).toEqual({ isShown: true, isOver: true })
  expect(before).toBeGreaterThan(1)
  expect(scene().secrets().length).toBeGreaterThan(before)
  expect(scene().given.size).toBeGreaterThan(0)
  const frame = scene()
    .page.frames()
    .find((one) => one.url().includes('/embedded/clients/1/'))
  const kept = await frame?.evaluate(() => Object.values(sessionStorage).join())
  expect(runsIn(kept ?? '', scene().secrets(), scene().given)).not.toEqual([])
})

test('twenty characters of a leaked token are detected', async () => {
  const { seen } = await scene().play(idle, { leaky: true })
  expect(runsIn(seen, scene().secrets(), scene().given).length).toBeGreaterThan(0)
})

/** One or two of each kind; the audit runs all. */
const sample = [
  'stands before window.postMessage',
  'stands before fetch, requests and answers',
  'knows every random number, and shakes hands with them',
  'reads every store',
  'shakes hands itself and asks the frame for its token',
  'takes the place of the frame inside after the answer',
  'calls platform and provider with the cookies of the person',
]
for (const name of sample)
  test(`a page that ${name} sees no byte of a token`, async () => {
    const probe = hostProbes.find((one) => one.name === name)
    if (!probe) throw new Error(`There is no probe that ${name}`)
    await seesNoToken(scene(), probe)
  })

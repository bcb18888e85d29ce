import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { probeScene, seesNoToken } from '../../support/embedding/probe-scene.ts'
import { hostProbes } from '../../support/embedding/probes/probes.ts'

const scene = probeScene()

test('there are at least forty token probes, each with its own name', () => {
  expect(new Set(hostProbes.map(({ name }) => name)).size).toBe(hostProbes.length)
  expect(hostProbes.length).toBeGreaterThanOrEqual(40)
})

for (const probe of hostProbes) test(`a page that ${probe.name} sees no byte of a token`, () => seesNoToken(scene(), probe))

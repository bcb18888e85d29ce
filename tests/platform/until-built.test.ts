import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type ParentChannel, waitForBundle } from '../../demo/open-site.ts'

/** A process whose parent may build the bundle. */
function startedBy(building: '1' | undefined, connected = true) {
  const self: ParentChannel & { connected: boolean } = Object.assign(new EventEmitter(), {
    env: { PLACARD_BUILDING: building },
    connected,
    disconnect: () => {
      self.connected = false
    },
  })
  return self
}

test('the platform opens when the bundle is built, and releases the builder', async () => {
  const self = startedBy('1')
  let isOpen = false
  const opening = waitForBundle(self).then(() => (isOpen = true))
  await new Promise(setImmediate)
  expect(isOpen).toBe(false)
  self.emit('message', 'built')
  await opening
  expect(self.connected).toBe(false)
})

test('the platform does not open when the builder ends without a bundle', async () => {
  const self = startedBy('1')
  const opening = waitForBundle(self)
  self.connected = false
  self.emit('disconnect')
  await expect(opening).rejects.toThrow('The bundle was not built.')
})

test('a platform without a builder does not wait', async () => {
  await waitForBundle(startedBy(undefined))
  await waitForBundle(startedBy('1', false))
})

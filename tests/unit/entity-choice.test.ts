import { expect, test } from 'vitest'
import type { SelectableEntity } from '../../src/parts/entity-picker/source.ts'
import { createSaveQueue } from '../../src/parts/entity-picker/use-choice.ts'

const hotel = (entity_id: number): SelectableEntity => ({
  entity_id,
  internal_id: `H-${entity_id}`,
  name: `Hotel ${entity_id}`,
  category: 'Coast',
  status: 'active',
  is_selected: false,
})

/** Requests that end when the test says so. */
function fixture() {
  const calls: { readonly call: string; readonly end: (isDone: boolean) => void }[] = []
  const request = (name: string) => (ids: readonly number[]) =>
    new Promise<boolean>((end) => {
      calls.push({ call: `${name} ${ids.join()}`, end })
    })
  const sent: string[] = []
  const requests = { startRun: () => sent.push('run'), addIds: request('add'), removeIds: request('remove') }
  const queue = createSaveQueue(requests, (batch, isDone) => {
    sent.push(`${[...batch.keys()].join()} ${isDone ? 'saved' : 'failed'}`)
  })
  return { calls, sent, queue, said: () => calls.map(({ call }) => call) }
}

test('a ticked entity is added at once, and ticks during a request are sent together after it', async () => {
  const { calls, sent, queue, said } = fixture()
  const pending = queue.put([hotel(1)], true)
  expect(said()).toEqual(['add 1'])
  void queue.put([hotel(2)], true)
  void queue.put([hotel(3)], true)
  void queue.put([hotel(1)], false)
  expect([said().length, queue.isWaiting(1)]).toEqual([1, true])
  calls[0]?.end(true)
  await expect.poll(said).toEqual(['add 1', 'add 2,3'])
  calls[1]?.end(true)
  await expect.poll(said).toEqual(['add 1', 'add 2,3', 'remove 1'])
  calls[2]?.end(true)
  expect(await pending).toBe(true)
  expect(sent).toEqual(['run', '1 saved', '2,3,1 saved'])
})

test('a tick that is taken back before it is sent sends only the last state', async () => {
  const { calls, queue, said } = fixture()
  const pending = queue.put([hotel(1)], true)
  void queue.put([hotel(2)], true)
  void queue.put([hotel(2)], false)
  calls[0]?.end(true)
  await expect.poll(said).toEqual(['add 1', 'remove 2'])
  calls[1]?.end(false)
  await pending
})

test('a failed request is reported, and later ticks are still sent', async () => {
  const { calls, sent, queue, said } = fixture()
  const first = queue.put([hotel(1)], true)
  calls[0]?.end(false)
  expect(await first).toBe(false)
  expect(sent).toEqual(['run', '1 failed'])
  void queue.put([hotel(1)], true)
  expect(said()).toEqual(['add 1', 'add 1'])
})

test('the result of a run is a failure although a later batch is saved', async () => {
  const { calls, queue, said } = fixture()
  const pending = queue.put([hotel(1)], true)
  void queue.put([hotel(2)], false)
  calls[0]?.end(false)
  await expect.poll(said).toEqual(['add 1', 'remove 2'])
  calls[1]?.end(true)
  expect(await pending).toBe(false)
})

test('a tick right after the last response is sent', async () => {
  const calls: string[] = []
  const add = async (ids: readonly number[]) => calls.push(`add ${ids.join()}`) > 0
  const queue = createSaveQueue({ startRun: () => undefined, addIds: add, removeIds: add }, (batch) => {
    // The run ends in this turn, and its promise is settled in a later one.
    if (batch.has(1)) queueMicrotask(() => void queue.put([hotel(2)], true))
  })
  void queue.put([hotel(1)], true)
  await expect.poll(() => calls).toEqual(['add 1', 'add 2'])
})

import { expect, test } from 'vitest'
import { Problem } from '../../src/kit/problem.ts'
import { PartialFailure, sendInChunks } from '../../src/surfaces/campaigns/detail/mutation.tsx'

/** Answers each call with its own batch id, until one of them fails. */
function calls(failing: number, problem: Problem) {
  const sent: number[][] = []
  const send = async (some: number[]) => {
    sent.push(some)
    if (sent.length === failing) throw problem
    return { batch: `batch ${sent.length}` }
  }
  return { sent, send }
}
const refused = new Problem({
  kind: 'conflict',
  status: 409,
  reply: { formatting: { subject: 'Campaign', rule: 'This ad group has ended' } },
})
const five = [1, 2, 3, 4, 5]
const failure = (work: Promise<unknown>) => work.then(undefined, (error: unknown) => error)

test('many items are sent in calls of limited size', async () => {
  const { sent, send } = calls(9, refused)
  expect(await sendInChunks(five, 2, send)).toEqual([{ batch: 'batch 1' }, { batch: 'batch 2' }, { batch: 'batch 3' }])
  expect(sent).toEqual([[1, 2], [3, 4], [5]])
})

test('after a failed call, what was done is reported with the reason, and nothing more is sent', async () => {
  const { sent, send } = calls(2, refused)
  const error = await failure(sendInChunks(five, 2, send))
  expect(error).toBeInstanceOf(PartialFailure)
  expect(error).toMatchObject({ reached: { done: 2, all: 5, batches: ['batch 1'] }, isUnknown: false, status: 409, reply: refused.reply })
  expect(sent).toHaveLength(2)
})

test('after a lost reply, the result of that part is reported as unknown', async () => {
  const { send } = calls(3, new Problem({ kind: 'unreachable' }))
  expect(await failure(sendInChunks(five, 2, send))).toMatchObject({ reached: { done: 4 }, isUnknown: true })
})

test('when the first call fails, nothing was done', async () => {
  expect(await failure(sendInChunks(five, 2, calls(1, refused).send))).toBe(refused)
})

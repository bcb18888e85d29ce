import { describe, expect, test } from 'vitest'
import { createJobList, type JobResult, type JobHandle } from '../../src/ui/feedback/job-list.ts'

/** A job list with a job whose steps the test controls. */
function fixture() {
  const ended: string[] = []
  const list = createJobList(({ name, state }) => ended.push(`${name} ${state}`))
  const runs: { steps: JobHandle; end: (outcome: JobResult) => void; fail: (error: unknown) => void }[] = []
  const run = (steps: JobHandle) => new Promise<JobResult>((end, fail) => runs.push({ steps, end, fail }))
  return { list, ended, runs, job: { name: 'Bids', total: 10, run }, until: (count: number) => expect.poll(() => runs.length).toBe(count) }
}

describe('a long task', () => {
  test('reports its progress, ends once, and stays until it is dismissed', async () => {
    const { list, ended, runs, job, until } = fixture()
    const { id } = list.start(job)
    await until(1)
    runs[0]?.steps.report(4)
    expect(list.works()[0]).toMatchObject({ state: 'running', done: 4, total: 10 })
    runs[0]?.end({ title: '10 bids changed' })
    await expect.poll(() => ended).toEqual(['Bids done'])
    expect(list.works()[0]?.outcome?.title).toBe('10 bids changed')
    list.remove(id)
    expect(list.works()).toEqual([])
  })

  test('is aborted by cancelling, and its later error is ignored', async () => {
    const { list, ended, runs, job, until } = fixture()
    const { cancel } = list.start(job)
    await until(1)
    cancel()
    expect(runs[0]?.steps.signal.aborted).toBe(true)
    runs[0]?.steps.report(9)
    runs[0]?.fail(new Error('aborted'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).toEqual(['Bids cancelled'])
    expect(list.works()[0]).toMatchObject({ state: 'cancelled', done: 0 })
  })

  test('can be retried after a failure', async () => {
    const { list, ended, runs, job, until } = fixture()
    const { again } = list.start(job)
    await until(1)
    runs[0]?.fail(new Error('down'))
    await expect.poll(() => ended).toEqual(['Bids failed'])
    again()
    await until(2)
    expect(list.works().map(({ state }) => state)).toEqual(['running'])
  })

  test('that throws before it starts has failed', async () => {
    const { list, ended } = fixture()
    list.start({
      name: 'Broken',
      run: () => {
        throw new Error('at once')
      },
    })
    await expect.poll(() => ended).toEqual(['Broken failed'])
  })

  test('ends when its element is removed', async () => {
    const { list, runs, job, until } = fixture()
    list.start(job)
    list.start(job)
    await until(2)
    list.stop()
    expect(runs.map(({ steps }) => steps.signal.aborted)).toEqual([true, true])
  })
})

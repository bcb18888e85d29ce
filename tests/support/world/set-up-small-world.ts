import { afterAll, afterEach, beforeAll } from 'vitest'
import { contract } from '../../../src/contract/index.ts'
import { type SmallWorld, startSmallWorld } from './small-world.ts'
import { walkContextOn } from '../walks/walk.ts'

/** A small platform for all tests of a file; the changes of a test are rolled back before the next test, or on request. */
export function setUpSmallWorld(give: (world: SmallWorld) => void): () => Promise<void> {
  let undo: () => Promise<void> = async () => undefined
  let close: () => Promise<void> = async () => undefined
  beforeAll(async () => {
    const base = await startSmallWorld()
    const { world, rehearsal, close: leave } = await walkContextOn(base, { contract, examples: {} })
    undo = rehearsal.undo
    close = async () => {
      await leave()
      await base.close()
    }
    give(world)
  })
  afterEach(() => undo())
  afterAll(() => close())
  return () => undo()
}

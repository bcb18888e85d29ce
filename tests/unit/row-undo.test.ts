import { expect, test } from 'vitest'
import { Problem } from '../../src/kit/problem.ts'
import { undoRow } from '../../src/surfaces/campaigns/cells/save-row.ts'

const stale = new Problem({ kind: 'invalid', status: 412 })
/** Undoes a rename that the platform rejects as outdated; the current row has the given name. */
const taking = (name: string) =>
  undoRow({
    before: { name: 'Before' },
    version: 2,
    isForced: false,
    write: () => Promise.reject(stale),
    read: async () => ({ name, version: 3 }),
  })

test('a cell that a lost reply has already restored counts as undone, not as changed by another user', async () => {
  expect([await taking('Before'), await taking('By another')]).toEqual(['undone', 'changed'])
})

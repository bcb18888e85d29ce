import { describe, expect, test } from 'vitest'
import type { CampaignHistoryRow, CampaignUndo, UndoneCampaign, UndoneChanges } from '../../src/contract/campaigns/edits.ts'
import { Problem } from '../../src/kit/problem.ts'
import { ownChange, undoNewestFirst, type UndoTexts, undoResult } from '../../src/surfaces/campaigns/undo-changes.ts'

const change = (id: number, userId: number, field: string): CampaignHistoryRow => ({
  campaign_change_id: id,
  campaign_id: 1,
  ad_group: null,
  at: '2026-11-20T00:00:00Z',
  user: { user_id: userId, name: 'Somebody' },
  partner: null,
  kind: 'changed',
  fields: [{ field, before: 'a', after: 'b' }],
  comment: null,
  batch: null,
  undo_of: null,
  undone_by: null,
})

describe('the undo offered after a change', () => {
  test("covers the user's own change, whatever other fields others have changed", () =>
    expect(ownChange([change(3, 2, 'status'), change(2, 1, 'name')], ['name'], 1)).toBe(2))

  test('never covers what another user has set in the same field', () =>
    expect(ownChange([change(3, 2, 'name'), change(2, 1, 'name')], ['name'], 1)).toBeUndefined())
})

const row: UndoneCampaign = {
  campaign_id: 1,
  name: 'One',
  currency_code: 'USD',
  currency_digits: 2,
  ad_groups: 0,
  version: 1,
  fields: [],
  problem: null,
  ad_group: null,
  changed_since: [],
}
const replyOf = (changed: number, part: Partial<UndoneCampaign> = {}): UndoneChanges => ({
  changed,
  refused: part.problem ? 1 : 0,
  batch: null,
  is_dry_run: false,
  reviewed_again: [],
  seen_up_to: 9,
  rows: [{ ...row, ...part }],
})
const campaignEnded: UndoneCampaign['problem'] = { code: 'ended_for_good', field: 'status', values: { status: 'ended' } }
const later = [{ field: 'name', campaign_change_id: 3, user: null, at: '2026-11-20T00:00:00Z', value: 'x' }]
const words: UndoTexts = {
  reason: (_, { code }) => `Said: ${code}`,
  some: (changed, left) => `${changed} done, ${left} left.`,
  nothing: 'Nothing there.',
  failed: ({ kind }, changed, isPreview) => `${kind} after ${changed}${isPreview ? ', preview' : ''}`,
}

describe('the result of an undo', () => {
  test('explains why nothing was undone', () =>
    expect(undoResult([replyOf(0, { problem: campaignEnded })], words)).toEqual({ refused: 'Said: ended_for_good' }))

  test('names what was skipped, over all calls', () => {
    expect(undoResult([replyOf(3, { problem: campaignEnded })], words)).toEqual({ refused: '3 done, 1 left. Said: ended_for_good' })
    expect(undoResult([replyOf(2), replyOf(0, { problem: campaignEnded })], words)).toEqual({
      refused: '2 done, 1 left. Said: ended_for_good',
    })
  })

  test('distinguishes success, a later change, and nothing to do', () => {
    expect([undoResult([replyOf(1)], words), undoResult([replyOf(0, { changed_since: later })], words)]).toEqual(['undone', 'changed'])
    expect(undoResult([replyOf(0)], words)).toEqual({ refused: 'Nothing there.' })
  })
})

describe('undo of a change made in several calls', () => {
  const batches = [{ batch: 'first' }, { batch: 'second' }]
  /** An undo with a fake platform, and the calls it receives. */
  function fakeUndo(reply: (body: CampaignUndo) => UndoneChanges) {
    const requests: CampaignUndo[] = []
    const undoneCounts: number[] = []
    const ask = async (body: CampaignUndo) => {
      requests.push(body)
      return reply(body)
    }
    const onUndone = (all: readonly UndoneChanges[]) => undoneCounts.push(all.reduce((sum, { changed }) => sum + changed, 0))
    return { undo: undoNewestFirst(batches, { ask, words, onUndone }), requests, undoneCounts }
  }

  test('previews each call just before undoing it, starting with the last', async () => {
    const { undo, requests, undoneCounts } = fakeUndo(() => replyOf(1))
    expect(await undo({ isForced: false })).toBe('undone')
    expect(requests.map(({ batch, dry_run = false }) => [batch, dry_run])).toEqual([
      ['second', true],
      ['second', false],
      ['first', true],
      ['first', false],
    ])
    expect(undoneCounts).toEqual([2])
  })

  test('when forced, overwrites the changes that the user was shown, and asks again about newer ones', async () => {
    const blocked = { changed_since: later, problem: { ...campaignEnded, code: 'changed_since' } } as const
    const { undo, requests } = fakeUndo(({ force = false, seen_up_to = 0 }) => ({
      ...(force && seen_up_to >= 12 ? replyOf(1) : replyOf(0, blocked)),
      seen_up_to: force ? 12 : 9,
    }))
    expect([await undo({ isForced: false }), await undo({ isForced: true }), await undo({ isForced: true })]).toEqual([
      'changed',
      'changed',
      'undone',
    ])
    expect(requests.map(({ seen_up_to }) => seen_up_to)).toEqual([undefined, 9, 12, 12])
  })

  test('if something changed later, waits for confirmation', async () => {
    const { undo, requests } = fakeUndo(({ batch, force = false }) =>
      batch === 'second' && !force
        ? replyOf(0, { changed_since: later, problem: { ...campaignEnded, code: 'changed_since' } })
        : replyOf(1),
    )
    expect(await undo({ isForced: false })).toBe('changed')
    expect(requests.every(({ dry_run }) => dry_run)).toBe(true)
    expect(await undo({ isForced: true })).toBe('undone')
  })

  test('is not blocked by a later change that is undone first', async () => {
    let isSecondUndone = false
    const { undo } = fakeUndo(({ batch, dry_run = false }) => {
      if (batch === 'first' && !isSecondUndone)
        return replyOf(0, { changed_since: later, problem: { ...campaignEnded, code: 'changed_since' } })
      isSecondUndone ||= batch === 'second' && !dry_run
      return replyOf(1)
    })
    expect(await undo({ isForced: false })).toBe('undone')
  })

  test('names what stays after a later change, and asks on the next try', async () => {
    const { undo, undoneCounts } = fakeUndo(({ batch, force = false }) =>
      batch === 'first' && !force ? replyOf(0, { changed_since: later, problem: { ...campaignEnded, code: 'changed_since' } }) : replyOf(1),
    )
    expect(await undo({ isForced: false })).toEqual({ refused: '1 done, 1 left. Said: changed_since', isOpen: true })
    expect([await undo({ isForced: false }), await undo({ isForced: true })]).toEqual(['changed', 'undone'])
    expect(undoneCounts).toEqual([1, 0, 1])
  })

  test('a failed preview can be retried, a rejected undo cannot', async () => {
    const failedUndo = (problem: Problem, isDry: boolean) =>
      fakeUndo(({ dry_run = false }) => {
        if (dry_run === isDry) throw problem
        return replyOf(1)
      }).undo({ isForced: false })
    expect(await failedUndo(new Problem({ kind: 'unreachable' }), true)).toEqual({ refused: 'unreachable after 0, preview', isOpen: true })
    expect(await failedUndo(new Problem({ kind: 'invalid', status: 422 }), false)).toEqual({ refused: 'invalid after 0', isOpen: false })
  })

  test('when interrupted, reports its progress and continues with the rest on the next try', async () => {
    let isLost = true
    const { undo, requests, undoneCounts } = fakeUndo(({ batch, dry_run = false }) => {
      if (!dry_run && batch === 'first' && isLost) throw new Problem({ kind: 'unreachable' })
      return replyOf(1)
    })
    expect(await undo({ isForced: false })).toEqual({ refused: 'unreachable after 1', isOpen: true })
    isLost = false
    requests.length = 0
    expect(await undo({ isForced: false })).toBe('undone')
    expect(requests.map(({ batch }) => batch)).toEqual(['first', 'first'])
    expect(undoneCounts).toEqual([1, 1])
  })
})

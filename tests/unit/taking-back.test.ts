import { describe, expect, test } from 'vitest'
import type { CampaignHistoryRow, UndoneCampaign, UndoneChanges } from '../../src/contract/campaign-edits.ts'
import { ownChange, undoResult } from '../../src/surfaces/campaigns/parts/detail/taking-back.ts'

const change = (id: number, userId: number, field: string): CampaignHistoryRow => ({
  ...{ campaign_change_id: id, campaign_id: 1, ad_group: null, at: '2026-11-20T00:00:00Z', user: { user_id: userId, name: 'Somebody' } },
  ...{ partner: null, kind: 'changed', fields: [{ field, before: 'a', after: 'b' }], comment: null, batch: null },
  ...{ undo_of: null, undone_by: null },
})

describe('what the notice of a change offers to take back', () => {
  test('is one\u2019s own change, however many other fields others have changed since', () =>
    expect(ownChange([change(3, 2, 'status'), change(2, 1, 'name')], ['name'], 1)).toBe(2))

  test('is never what somebody else has made of the same field', () =>
    expect(ownChange([change(3, 2, 'name'), change(2, 1, 'name')], ['name'], 1)).toBeUndefined())
})

describe('what became of taking it back', () => {
  const answer = (changed: number, row: Partial<UndoneCampaign>): UndoneChanges => ({
    ...{ changed, refused: 1 - changed, batch: null, is_dry_run: false },
    rows: [
      {
        ...{
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
        },
        ...row,
      },
    ],
  })
  const say = (code: string) => `Said: ${code}`
  const some = (changed: number, left: number) => `${changed} done, ${left} left.`

  test('says why nothing was', () => {
    const problem = { code: 'over', field: 'status', values: { status: 'ended' } } as UndoneCampaign['problem'] // as the platform says it
    expect(undoResult(answer(0, { problem }), say, some)).toEqual({ refused: 'Said: over' })
  })

  test('says what was left where only some was', () => {
    const problem = { code: 'over', field: 'status', values: { status: 'ended' } } as UndoneCampaign['problem'] // as the platform says it
    expect(undoResult({ ...answer(3, { problem }), refused: 2 }, say, some)).toEqual({ refused: '3 done, 2 left. Said: over' })
  })

  test('says that something was, or that it changed since', () => {
    const later = { field: 'name', campaign_change_id: 3, user: null, at: '2026-11-20T00:00:00Z', value: 'x' }
    expect([undoResult(answer(1, {}), say, some), undoResult(answer(0, { changed_since: [later] }), say, some)]).toEqual([
      'undone',
      'changed',
    ])
  })
})

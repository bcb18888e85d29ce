import { describe, expect, test } from 'vitest'
import type { AdGroupDraft } from '../../src/contract/drafts/drafts.ts'
import type { AdGroupDraftData } from '../../src/contract/drafts/drafts.data.ts'
import { type AdGroupSaveState, mergeAdGroup, afterAdGroupSave } from '../../src/surfaces/campaign-builder/steps/ad-group-saving.ts'

const uuid = '00000000-0000-4000-8000-000000000001'
const kept = (version: number, data: AdGroupDraftData): AdGroupDraft => ({
  campaign_draft_uuid: uuid,
  ad_group_draft_uuid: uuid,
  entity_count: 0,
  version,
  data,
})
const here = (mine: AdGroupDraftData): AdGroupSaveState => ({
  savedGroup: kept(1, { name: 'Coast', base_bid: '1' }),
  mine,
  conflictingFields: [],
})

describe('an ad group of a draft that two tabs write', () => {
  test('has what each of them typed, where they typed something else', () => {
    const met = mergeAdGroup(here({ base_bid: '2' }), kept(2, { name: 'Hills', base_bid: '1' }))
    expect(met).toMatchObject({ conflictingFields: [], mine: { base_bid: '2' }, savedGroup: { version: 2, data: { name: 'Hills' } } })
  })

  test('asks where they typed the same otherwise, and not where they typed the same', () => {
    expect(mergeAdGroup(here({ name: 'Lakes' }), kept(2, { name: 'Hills' })).conflictingFields).toEqual(['name'])
    expect(mergeAdGroup(here({ name: 'Hills' }), kept(2, { name: 'Hills' })).conflictingFields).toEqual([])
  })

  test('goes on asking until it is decided', () => {
    const asked = mergeAdGroup(here({ name: 'Lakes' }), kept(2, { name: 'Hills' }))
    expect(mergeAdGroup(asked, kept(3, { name: 'Hills', pacing: 'ASAP' })).conflictingFields).toEqual(['name'])
    expect(afterAdGroupSave(asked, { name: 'Lakes' }, kept(4, { name: 'Lakes' }))).toMatchObject({ mine: {}, conflictingFields: [] })
  })

  test('takes nothing that is older than what it has', () => {
    const state = here({})
    expect(mergeAdGroup(state, kept(1, { name: 'Old' })).savedGroup).toBe(state.savedGroup)
  })
})

test('what is typed while something is sent is sent after it', () => {
  const left = afterAdGroupSave(
    here({ name: 'Lakes', base_bid: '2' }),
    { name: 'Lakes', base_bid: '1.5' },
    kept(2, { name: 'Lakes', base_bid: '1.5' }),
  )
  expect(left.mine).toEqual({ base_bid: '2' })
})

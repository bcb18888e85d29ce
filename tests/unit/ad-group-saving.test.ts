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

describe('a draft ad group edited in two tabs', () => {
  test('keeps the input of both when they changed different fields', () => {
    const met = mergeAdGroup(here({ base_bid: '2' }), kept(2, { name: 'Hills', base_bid: '1' }))
    expect(met).toMatchObject({ conflictingFields: [], mine: { base_bid: '2' }, savedGroup: { version: 2, data: { name: 'Hills' } } })
  })

  test('asks when they entered different values for a field, and not for equal ones', () => {
    expect(mergeAdGroup(here({ name: 'Lakes' }), kept(2, { name: 'Hills' })).conflictingFields).toEqual(['name'])
    expect(mergeAdGroup(here({ name: 'Hills' }), kept(2, { name: 'Hills' })).conflictingFields).toEqual([])
  })

  test('keeps asking until the user decides', () => {
    const merged = mergeAdGroup(here({ name: 'Lakes' }), kept(2, { name: 'Hills' }))
    expect(mergeAdGroup(merged, kept(3, { name: 'Hills', pacing: 'ASAP' })).conflictingFields).toEqual(['name'])
    expect(afterAdGroupSave(merged, { name: 'Lakes' }, kept(4, { name: 'Lakes' }))).toMatchObject({ mine: {}, conflictingFields: [] })
  })

  test('ignores older versions', () => {
    const state = here({})
    expect(mergeAdGroup(state, kept(1, { name: 'Old' })).savedGroup).toBe(state.savedGroup)
  })
})

test('input during a save is sent afterwards', () => {
  const left = afterAdGroupSave(
    here({ name: 'Lakes', base_bid: '2' }),
    { name: 'Lakes', base_bid: '1.5' },
    kept(2, { name: 'Lakes', base_bid: '1.5' }),
  )
  expect(left.mine).toEqual({ base_bid: '2' })
})

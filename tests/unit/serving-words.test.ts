import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { isHeldBack, servingSaid } from '../../src/parts/serving-words.ts'
import type { ServingGate } from '../../src/contract/serving.ts'

const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const label = { singular: 'product', plural: 'products' }
const currency = { currency_code: 'USD', currency_digits: 2 }
const said = (of: 'campaign' | 'ad_group', gate: ServingGate, values = {}) =>
  servingSaid({ gate, values }, { of, currency, entities: 3, label }, english)

describe('why an ad group does not serve', () => {
  test.each(['paused', 'pending'])('one that is %s is told of itself, not of all ad groups', (status) => {
    expect(said('ad_group', 'ad_group_status', { status })).toEqual({
      text: 'Nothing of it is shown until it is activated',
      tone: 'idle',
    })
    expect(isHeldBack('ad_group_status', 'ad_group')).toBe(false)
  })

  test('one of a paused campaign is held back by it, and leads there', () => {
    const { text, remedy } = said('ad_group', 'campaign_status', { status: 'paused' })
    expect([text, remedy?.does]).toEqual(['Its campaign is not active: Paused', 'campaign'])
    expect(isHeldBack('campaign_status', 'ad_group')).toBe(true)
  })

  test('a campaign is told of as before', () => {
    expect(said('campaign', 'ad_group_status')).toMatchObject({ text: 'No ad group is active', remedy: { does: 'ad_groups' } })
    expect([isHeldBack('campaign_status'), isHeldBack('ad_group_status')]).toEqual([false, true])
  })
})

test('what has no place in the console is said without a way to it', () => {
  expect(said('campaign', 'insertion_order', { status: 'pending' }).remedy).toBeUndefined()
  expect(said('campaign', 'denied').remedy?.does).toBe('review')
})

import { afterEach, describe, expect, test } from 'vitest'
import type { CampaignDraftData } from '../../src/contract/drafts/drafts.data.ts'
import type { CampaignDraft } from '../../src/contract/drafts/drafts.ts'
import { safeStorageOf } from '../../src/kit/safe-storage.ts'
import { Problem } from '../../src/kit/problem.ts'
import { draftCopies } from '../../src/surfaces/campaign-builder/draft/local-copies.ts'
import { hasChangedSince } from '../../src/surfaces/campaign-builder/draft/state.ts'
import { createDraftStore, type DraftPlatform, type DraftStore } from '../../src/surfaces/campaign-builder/draft/store.ts'

const uuid = '6f1c2f0e-5a0b-4c55-9d2a-0d6f6f1c2f0e'
const draftOf = (some: Partial<CampaignDraft> = {}): CampaignDraft => ({
  campaign_draft_uuid: uuid,
  member_group_id: 1,
  advertiser_id: 7,
  experience_id: null,
  campaign_template_id: null,
  flow: 'simple',
  step: 'step-1',
  steps: ['step-1', 'step-3', 'budget-step', 'step-review'],
  reached: 'step-1',
  entity_count: 0,
  version: 1,
  changed_at: '2026-11-22T14:02:00Z',
  changed_by: { user_id: 1, name: 'Dana' },
  tab: null,
  submitted_campaign_id: null,
  currency_code: 'USD',
  data: { name: 'Before', budget: '10' },
  ad_group_drafts: [],
  held_version: 1,
  ...some,
})

/** A fake platform that stores one draft as the real one does: with a version, and once per idempotency key. */
function onePlatform(first?: CampaignDraft) {
  const calls: string[] = []
  const state = { draft: first, isLost: false, isReplyLost: false, calls, keys: new Map<string, { body: string; made: CampaignDraft }>() }
  const reach = (call: string) => {
    state.calls.push(call)
    if (state.isLost) throw new Problem({ kind: 'unreachable' })
  }
  const known = () => {
    if (!state.draft) throw new Problem({ kind: 'missing', status: 404 })
    return state.draft
  }
  const write = (data: CampaignDraftData = {}) => {
    const before = known()
    state.draft = { ...before, version: before.version + 1, data: { ...before.data, ...data } }
    return state.draft
  }
  const platform: DraftPlatform = {
    async read() {
      reach('read')
      return known()
    },
    async create(body, key) {
      reach('create')
      const kept = state.keys.get(key)
      if (kept && kept.body !== JSON.stringify(body)) throw new Problem({ kind: 'invalid', status: 422, code: 'key_reused' })
      const { data = {}, campaign_template_id = null } = body
      const made = kept?.made ?? draftOf({ data, campaign_template_id, version: 1 })
      state.draft = made
      state.keys.set(key, { body: JSON.stringify(body), made })
      if (state.isReplyLost) throw new Problem({ kind: 'unreachable' })
      return made
    },
    async change(_, version, { data }) {
      reach('change')
      if (version !== known().version) throw new Problem({ kind: 'conflict', status: 412 })
      return write(data)
    },
  }
  return { state, platform, write }
}

function memory() {
  const held = new Map<string, string>()
  const storage = {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
    key: (at: number) => [...held.keys()][at] ?? null,
    clear: () => held.clear(),
    get length() {
      return held.size
    },
  }
  return safeStorageOf(() => storage)
}

const open: DraftStore[] = []
function storeOf(
  platform: DraftPlatform,
  draft: CampaignDraft,
  copies = draftCopies('ailsa', memory()),
  kept?: ReturnType<typeof copies.read>,
) {
  const store = createDraftStore({ platform, copies, draft, storedDraft: kept, debounceMs: 0, againMs: 5 })
  open.push(store)
  return { store, copies }
}
afterEach(() => {
  for (const store of open.splice(0)) store.stop()
})

describe('a draft in one tab', () => {
  test('sends only the changed fields to the platform', async () => {
    const { state, platform } = onePlatform(draftOf())
    const { store } = storeOf(platform, draftOf())
    store.set({ name: 'After' })
    expect(store.getState().saving).toBe('unsaved')
    await store.flush()
    expect(state.draft?.data).toEqual({ name: 'After', budget: '10' })
    expect(store.getState()).toMatchObject({ saving: 'saved', mine: {}, data: { name: 'After' } })
  })

  test('shows the platform’s time of its last save', async () => {
    const { platform } = onePlatform(draftOf())
    const nowMs = () => Date.parse('2026-12-24T18:00:00Z')
    const store = createDraftStore({ platform, copies: draftCopies('ailsa', memory()), draft: draftOf(), debounceMs: 0, nowMs })
    open.push(store)
    expect(store.getState().savedAt).toBe(Date.parse('2026-11-22T14:02:00Z'))
    store.set({ name: 'After' })
    await store.flush()
    expect(store.getState().savedAt).toBe(nowMs())
  })

  test('waits for entities that are being added, and reads their number', async () => {
    const { state, platform } = onePlatform(draftOf())
    const { store } = storeOf(platform, draftOf())
    let finish: (isSaved: boolean) => void = () => undefined
    const pending = new Promise<boolean>((resolve) => (finish = resolve))
    const chosen = store.choose(pending)
    expect(store.getState().isChoosing).toBe(true)
    state.draft = draftOf({ entity_count: 3, held_version: 2 })
    finish(true)
    await chosen
    expect([store.getState().isChoosing, store.getState().draft.entity_count]).toEqual([false, 3])
  })

  test('remembers that entities could not be added or removed, until the next ones are', async () => {
    const { platform } = onePlatform(draftOf())
    const { store } = storeOf(platform, draftOf())
    const hasFailed = () => store.getState().hasChoiceFailed
    await Promise.all([store.choose(Promise.resolve(false)), store.choose(Promise.resolve(true))])
    expect(hasFailed()).toBe(true)
    await store.choose(Promise.resolve(true))
    expect(hasFailed()).toBe(false)
    await store.choose(Promise.reject(new Error('offline')))
    expect(hasFailed()).toBe(true)
  })

  test('is created from a template without the defaults of the browser, which would override its values', async () => {
    const { state, platform } = onePlatform()
    const blank = draftOf({ campaign_draft_uuid: '', version: 0, flow: 'templated', data: { always_on: true, budget_period: 'Daily' } })
    const { store } = storeOf(platform, blank)
    await store.chooseTemplate(3)
    expect(state.draft).toMatchObject({ campaign_template_id: 3, data: {} })
    expect(state.draft?.data).toEqual({})
  })

  test('is created only after an input, and once', async () => {
    const { state, platform } = onePlatform()
    const { store } = storeOf(platform, draftOf({ campaign_draft_uuid: '', version: 0 }))
    await store.flush()
    expect(state.calls).toEqual([])
    store.set({ name: 'New' })
    await Promise.all([store.flush(), store.flush()])
    store.set({ name: 'Newer' })
    await store.flush()
    expect(state.calls).toEqual(['create', 'change'])
    expect(state.draft?.data.name).toBe('Newer')
  })

  test('after a lost reply is created once, and later input becomes a change of it', async () => {
    const { state, platform } = onePlatform()
    const { store } = storeOf(platform, draftOf({ campaign_draft_uuid: '', version: 0, data: {} }))
    state.isReplyLost = true
    store.set({ name: 'First' })
    await store.flush()
    expect(store.getState().saving).toBe('offline')
    store.set({ name: 'Second', budget: '30' })
    state.isReplyLost = false
    await store.flush()
    await expect.poll(() => store.getState().saving).toBe('saved')
    expect(state.keys.size).toBe(1)
    expect(state.draft?.data).toEqual({ name: 'Second', budget: '30' })
    expect(store.getState().mine).toEqual({})
  })

  test('sends input that arrives during a save with the next save', async () => {
    const { state, platform } = onePlatform(draftOf())
    const { store } = storeOf(platform, draftOf())
    store.set({ name: 'One' })
    const saving = store.flush()
    store.set({ name: 'Two', budget: '20' })
    await saving
    expect(state.draft?.data).toMatchObject({ name: 'Two', budget: '20' })
    expect(store.getState().mine).toEqual({})
  })

  test('is stored locally while offline, and sent when online again', async () => {
    const { state, platform } = onePlatform(draftOf())
    const { store, copies } = storeOf(platform, draftOf())
    state.isLost = true
    store.set({ name: 'Offline' })
    await store.flush()
    expect(store.getState().saving).toBe('offline')
    expect(copies.read(uuid)?.mine).toEqual({ name: 'Offline' })
    state.isLost = false
    await expect.poll(() => store.getState().saving).toBe('saved')
    expect(state.draft?.data.name).toBe('Offline')
    expect(copies.read(uuid)).toBeUndefined()
  })

  test('restores the input of a killed tab', async () => {
    const { state, platform } = onePlatform(draftOf())
    const { store: killed, copies } = storeOf(platform, draftOf())
    state.isLost = true
    killed.set({ name: 'Typed last' })
    killed.stop()
    state.isLost = false
    const { store } = storeOf(platform, draftOf(), copies, copies.read(uuid))
    expect(store.getState().data.name).toBe('Typed last')
    await store.flush()
    expect(state.draft?.data.name).toBe('Typed last')
  })

  test('changes of different fields in two tabs are merged without a question', async () => {
    const { state, platform, write } = onePlatform(draftOf())
    const { store } = storeOf(platform, draftOf())
    write({ budget: '99' })
    store.set({ name: 'Mine' })
    await store.flush()
    expect(state.draft?.data).toMatchObject({ name: 'Mine', budget: '99' })
    expect(store.getState()).toMatchObject({ saving: 'saved', data: { name: 'Mine', budget: '99' } })
  })

  test('changes of the same field in two tabs need a decision: keep mine', async () => {
    const { state, platform, write } = onePlatform(draftOf())
    const { store } = storeOf(platform, draftOf())
    write({ name: 'Theirs' })
    store.set({ name: 'Mine', budget: '11' })
    await store.flush()
    expect(store.getState()).toMatchObject({ saving: 'differs', fieldConflicts: [{ field: 'name', mine: 'Mine', theirs: 'Theirs' }] })
    expect(state.draft?.data.name).toBe('Theirs')
    store.keepMine()
    await store.flush()
    expect(state.draft?.data).toMatchObject({ name: 'Mine', budget: '11' })
  })

  test('changes of the same field in two tabs need a decision: take theirs, and other input stays', async () => {
    const { state, platform, write } = onePlatform(draftOf())
    const { store } = storeOf(platform, draftOf())
    write({ name: 'Theirs' })
    store.set({ name: 'Mine', budget: '11' })
    await store.flush()
    store.takeTheirs()
    await store.flush()
    expect(state.draft?.data).toMatchObject({ name: 'Theirs', budget: '11' })
    expect(store.getState().data).toMatchObject({ name: 'Theirs', budget: '11' })
  })

  test('a removed draft says so and is not requested again', async () => {
    const { state, platform } = onePlatform()
    const { store } = storeOf(platform, draftOf())
    store.set({ name: 'Mine' })
    await store.flush()
    expect(store.getState().saving).toBe('gone')
    expect(state.calls).toEqual(['change'])
  })

  test('two tabs with one draft know of each other, and changes saved in one appear in the other', async () => {
    const { platform } = onePlatform(draftOf())
    const { store: one } = storeOf(platform, draftOf())
    const { store: other } = storeOf(platform, draftOf())
    await expect.poll(() => [one.getState().isOpenInOtherTab, other.getState().isOpenInOtherTab]).toEqual([true, true])
    one.set({ name: 'From the first' })
    await one.flush()
    await expect.poll(() => other.getState().data.name).toBe('From the first')
  })

  test('a closed tab is no longer listed', async () => {
    const { platform } = onePlatform(draftOf())
    const { store: one } = storeOf(platform, draftOf())
    const { store: other } = storeOf(platform, draftOf())
    await expect.poll(() => [one.getState().isOpenInOtherTab, other.getState().isOpenInOtherTab]).toEqual([true, true])
    other.stop()
    await expect.poll(() => one.getState().isOpenInOtherTab).toBe(false)
  })
})

describe('local copies of drafts', () => {
  test('are ignored when they are unreadable or too old', () => {
    const store = memory()
    let now = 1_000_000
    const copies = draftCopies('ailsa', store, () => now)
    copies.write('one', { draft: draftOf(), mine: { name: 'Kept' }, step: 'step-1' })
    expect(copies.read('one')?.mine).toEqual({ name: 'Kept' })
    store.set('placard-draft ailsa bad', '{"mine":')
    store.set('placard-draft ailsa odd', '{"draft":1,"mine":[],"at":"x"}')
    expect([copies.read('bad'), copies.read('odd'), copies.read('none')]).toEqual([undefined, undefined, undefined])
    expect(draftCopies('jonas', store, () => now).read('one')).toBeUndefined()
    now += 31 * 86_400_000
    expect(copies.read('one')).toBeUndefined()
    copies.sweep()
    expect(store.keys('placard-draft ')).toEqual([])
  })
})

describe('the reviewed version of a draft', () => {
  const seen = (mine: CampaignDraftData = {}) => ({ draft: draftOf(), mine })

  test("is the same after one's own save", () => {
    const saved = draftOf({ version: 2, data: { name: 'Before', budget: '12' } })
    expect(hasChangedSince(seen({ budget: '12' }), saved)).toBe(false)
  })

  test('differs after another user changed a field, an ad group or entities', () => {
    const others = [
      draftOf({ version: 2, data: { name: 'Theirs', budget: '10' } }),
      draftOf({ version: 2, data: { name: 'Before', budget: '10', comment: 'Theirs' } }),
      draftOf({ version: 2, data: { name: 'Before' } }),
      draftOf({ held_version: 2 }),
    ]
    expect(others.map((other) => hasChangedSince(seen({ pacing: 'ASAP' }), other))).toEqual([true, true, true, true])
  })

  test('has no author before the platform stores it', () => {
    const made = draftOf({ data: { name: 'Before', budget: '10', channel: 'onsite' } })
    expect(hasChangedSince({ draft: draftOf({ campaign_draft_uuid: '' }), mine: {} }, made)).toBe(false)
  })
})

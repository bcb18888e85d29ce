import { useEffect, useMemo, useRef, useState } from 'react'
import { draftLists } from '../../../contract/drafts/draft-lists.ts'
import { type CampaignDraft, campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { ifMatch } from '../../../kit/api.ts'
import { usePath } from '../../../kit/path.ts'
import { asProblem, type Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useRefresh } from '../../../kit/cache.tsx'
import { visitorKey } from '../../../parts/scope/token-claims.ts'
import { useBuilder } from '../context.tsx'
import { draftCopies, type StoredDraft } from './local-copies.ts'
import { createDraftStore, type DraftPlatform, type DraftStore } from './store.ts'

/** Copying a large campaign takes long. */
const longMs = 60_000

/** The draft requests of one advertiser. The store saves automatically, with its own versions and key, so they use `send`. */
function useDraftPlatform(memberGroupId: number, advertiserId: number): DraftPlatform {
  const { send } = useRuntime()
  return useMemo(() => {
    const whose = { memberGroupId, advertiserId }
    return {
      read: (campaignDraftUuid) => send(campaignDrafts.one, { path: { ...whose, campaignDraftUuid } }),
      create: (body, idempotencyKey) => send(campaignDrafts.create, { path: whose, body }, { idempotencyKey, timeoutMs: longMs }),
      change: (campaignDraftUuid, version, body) =>
        send(campaignDrafts.change, { path: { ...whose, campaignDraftUuid }, body }, ifMatch(version)),
    }
  }, [send, memberGroupId, advertiserId])
}

export type DraftSession =
  | { readonly state: 'none' }
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly store: DraftStore }
  | { readonly state: 'failed'; readonly problem: Problem; readonly retry: () => void }

/** Opens the draft in the URL, or a new one. A new draft keeps its store when the platform assigns its uuid. */
export function useDraftSession(memberGroupId: number, advertiserId: number) {
  const { query, setQuery } = usePath()
  const { emit } = useBuilder()
  const { session, now: platformNow } = useRuntime()
  const refresh = useRefresh()
  const platform = useDraftPlatform(memberGroupId, advertiserId)
  // Browser copies are stored per user, so the next user of this browser cannot read them.
  const owner = visitorKey(session.held)
  const copies = useMemo(() => draftCopies(owner), [owner])
  useEffect(() => copies.sweep(), [copies])
  const [currentStore, setHeld] = useState<DraftStore>()
  const [failed, setFailed] = useState<{ uuid: string; problem: Problem }>()
  const [attempt, setAttempt] = useState(0)
  // A new draft has no uuid for the URL yet.
  const newDraftStore = useRef<DraftStore>(undefined)
  const wanted = query.get('draft') ?? ''
  const now = useRef({ setQuery, emit, wanted, refresh })
  now.current = { setQuery, emit, wanted, refresh }

  const openStore = (draft: CampaignDraft, kept?: StoredDraft) => {
    const onSaved = (saved: CampaignDraft) => {
      const { setQuery: change, emit: tell, wanted: named, refresh: renew } = now.current
      const { campaign_draft_uuid, version, held_version } = saved
      tell('ad-campaign-draft-saved', { campaign_draft_uuid, version, held_version })
      renew(draftLists)
      if (!named && newDraftStore.current === store) change({ draft: saved.campaign_draft_uuid, step: store.getState().step })
    }
    const store: DraftStore = createDraftStore({
      platform,
      copies,
      draft,
      storedDraft: kept,
      onSaved,
      nowMs: () => platformNow().getTime(),
    })
    if (!draft.campaign_draft_uuid) newDraftStore.current = store
    setHeld(store)
  }
  const heldUuid = currentStore?.getState().draft.campaign_draft_uuid
  const isHeld = currentStore !== undefined && (wanted === '' ? newDraftStore.current === currentStore : heldUuid === wanted)
  // In an effect, because React may discard a render.
  useEffect(() => {
    if (wanted !== '') newDraftStore.current = undefined
  }, [wanted])
  const holding = useRef(openStore)
  holding.current = openStore
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry must open the draft again
  useEffect(() => {
    if (isHeld || !wanted) return
    let isWanted = true
    platform.read(wanted).then(
      (draft) => isWanted && void holding.current(draft, copies.read(wanted)),
      (error: unknown) => {
        const kept = copies.read(wanted)
        if (!isWanted) return
        // Without a connection, the user can continue with the browser copy.
        if (kept && asProblem(error).kind === 'unreachable') holding.current(kept.draft, kept)
        else setFailed({ uuid: wanted, problem: asProblem(error) })
      },
    )
    return () => {
      isWanted = false
    }
  }, [wanted, isHeld, attempt, platform, copies])
  useEffect(() => {
    if (!currentStore) return
    const again = () => void currentStore.flush()
    const stopHearing = session.onState((state) => state === 'restored' && again())
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      stopHearing()
      void currentStore.flush()
      currentStore.stop()
    }
  }, [currentStore, session])
  const retry = () => {
    setFailed(undefined)
    setAttempt(attempt + 1)
  }
  const leave = () => {
    newDraftStore.current = undefined
    setHeld(undefined)
    if (wanted) setQuery({ draft: undefined, step: undefined })
  }
  const open: DraftSession =
    currentStore && isHeld
      ? { state: 'open', store: currentStore }
      : wanted === ''
        ? { state: 'none' }
        : failed?.uuid === wanted
          ? { state: 'failed', problem: failed.problem, retry }
          : { state: 'opening' }
  return { open, copies, begin: openStore, leave }
}

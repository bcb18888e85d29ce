import { useEffect, useMemo, useRef, useState } from 'react'
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

/** The draft requests of one advertiser. */
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
  const { session } = useRuntime()
  const refresh = useRefresh()
  const platform = useDraftPlatform(memberGroupId, advertiserId)
  // Browser copies are stored per user, so the next user of this browser cannot read them.
  const owner = visitorKey(session.held)
  const copies = useMemo(() => draftCopies(owner), [owner])
  useEffect(() => copies.sweep(), [copies])
  const [currentStore, setHeld] = useState<DraftStore>()
  const [failure, setFailure] = useState<{ uuid: string; problem: Problem }>()
  const [attempt, setAttempt] = useState(0)
  // A new draft has no uuid for the URL yet.
  const newDraftStore = useRef<DraftStore>(undefined)
  const draftParam = query.get('draft') ?? ''
  const now = useRef({ setQuery, emit, wanted: draftParam, refresh })
  now.current = { setQuery, emit, wanted: draftParam, refresh }

  const openStore = (draft: CampaignDraft, stored?: StoredDraft) => {
    const onSaved = (saved: CampaignDraft) => {
      const { setQuery: change, emit, wanted: uuid, refresh: renew } = now.current
      const { campaign_draft_uuid, version, held_version } = saved
      emit('ad-campaign-draft-saved', { campaign_draft_uuid, version, held_version })
      renew(campaignDrafts.list)
      if (!uuid && newDraftStore.current === store) change({ draft: saved.campaign_draft_uuid, step: store.getState().step })
    }
    const store: DraftStore = createDraftStore({ platform, copies, draft, storedDraft: stored, onSaved })
    if (!draft.campaign_draft_uuid) newDraftStore.current = store
    setHeld(store)
  }
  const heldUuid = currentStore?.getState().draft.campaign_draft_uuid
  const isHeld = currentStore !== undefined && (draftParam === '' ? newDraftStore.current === currentStore : heldUuid === draftParam)
  // In an effect, because React may discard a render.
  useEffect(() => {
    if (draftParam !== '') newDraftStore.current = undefined
  }, [draftParam])
  const holding = useRef(openStore)
  holding.current = openStore
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry must open the draft again
  useEffect(() => {
    if (isHeld || !draftParam) return
    let isWanted = true
    platform.read(draftParam).then(
      (draft) => isWanted && void holding.current(draft, copies.read(draftParam)),
      (error: unknown) => {
        const stored = copies.read(draftParam)
        if (!isWanted) return
        // Without a connection, the user can continue with the browser copy.
        if (stored && asProblem(error).kind === 'unreachable') holding.current(stored.draft, stored)
        else setFailure({ uuid: draftParam, problem: asProblem(error) })
      },
    )
    return () => {
      isWanted = false
    }
  }, [draftParam, isHeld, attempt, platform, copies])
  useEffect(() => {
    if (!currentStore) return
    const retry = () => void currentStore.flush()
    const stopHearing = session.onState((state) => state === 'restored' && retry())
    addEventListener('online', retry)
    return () => {
      removeEventListener('online', retry)
      stopHearing()
      void currentStore.flush()
      currentStore.stop()
    }
  }, [currentStore, session])
  const retry = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  const leave = () => {
    newDraftStore.current = undefined
    setHeld(undefined)
    if (draftParam) setQuery({ draft: undefined, step: undefined })
  }
  const open: DraftSession =
    currentStore && isHeld
      ? { state: 'open', store: currentStore }
      : draftParam === ''
        ? { state: 'none' }
        : failure?.uuid === draftParam
          ? { state: 'failed', problem: failure.problem, retry }
          : { state: 'opening' }
  return { open, copies, begin: openStore, leave }
}

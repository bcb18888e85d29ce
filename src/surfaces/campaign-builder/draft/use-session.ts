import { useEffect, useMemo, useRef, useState } from 'react'
import { type CampaignDraft, campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { usePath } from '../../../kit/path.ts'
import { asProblem, type Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useRefresh } from '../../../kit/cache.tsx'
import { whoIn } from '../../../parts/scope/token-claims.ts'
import { useBuilder } from '../context.tsx'
import { draftCopies, type Kept } from './local-copies.ts'
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
        send(campaignDrafts.change, { path: { ...whose, campaignDraftUuid }, body }, { ifMatch: `"${version}"` }),
    }
  }, [send, memberGroupId, advertiserId])
}

export type Session =
  | { readonly state: 'none' }
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly store: DraftStore }
  | { readonly state: 'failed'; readonly problem: Problem; readonly retry: () => void }

/** Opens the draft in the URL, or a new one. A new draft keeps its store when the platform assigns its uuid. */
export function useSession(memberGroupId: number, advertiserId: number) {
  const { query, setQuery } = usePath()
  const { emit } = useBuilder()
  const { session } = useRuntime()
  const refresh = useRefresh()
  const platform = useDraftPlatform(memberGroupId, advertiserId)
  // Browser copies are stored per user, so the next user of this browser cannot read them.
  const owner = whoIn(session.held)
  const copies = useMemo(() => draftCopies(owner), [owner])
  useEffect(() => copies.sweep(), [copies])
  const [held, setHeld] = useState<DraftStore>()
  const [failed, setFailed] = useState<{ uuid: string; problem: Problem }>()
  const [attempt, setAttempt] = useState(0)
  // A new draft has no uuid for the URL yet.
  const begun = useRef<DraftStore>(undefined)
  const wanted = query.get('draft') ?? ''
  const now = useRef({ setQuery, emit, wanted, refresh })
  now.current = { setQuery, emit, wanted, refresh }

  const hold = (draft: CampaignDraft, kept?: Kept) => {
    const onSaved = (saved: CampaignDraft) => {
      const { setQuery: change, emit: tell, wanted: named, refresh: renew } = now.current
      const { campaign_draft_uuid, version, held_version } = saved
      tell('ad-campaign-draft-saved', { campaign_draft_uuid, version, held_version })
      renew(campaignDrafts.list)
      if (!named && begun.current === store) change({ draft: saved.campaign_draft_uuid, step: store.getState().step })
    }
    const store: DraftStore = createDraftStore({ platform, copies, draft, kept, onSaved })
    if (!draft.campaign_draft_uuid) begun.current = store
    setHeld(store)
  }
  const heldUuid = held?.getState().draft.campaign_draft_uuid
  const isHeld = held !== undefined && (wanted === '' ? begun.current === held : heldUuid === wanted)
  // In an effect, because React may discard a render.
  useEffect(() => {
    if (wanted !== '') begun.current = undefined
  }, [wanted])
  const holding = useRef(hold)
  holding.current = hold
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
    if (!held) return
    const again = () => void held.flush()
    const stopHearing = session.onState((state) => state === 'restored' && again())
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      stopHearing()
      void held.flush()
      held.stop()
    }
  }, [held, session])
  const retry = () => {
    setFailed(undefined)
    setAttempt(attempt + 1)
  }
  const leave = () => {
    begun.current = undefined
    setHeld(undefined)
    if (wanted) setQuery({ draft: undefined, step: undefined })
  }
  const open: Session =
    held && isHeld
      ? { state: 'open', store: held }
      : wanted === ''
        ? { state: 'none' }
        : failed?.uuid === wanted
          ? { state: 'failed', problem: failed.problem, retry }
          : { state: 'opening' }
  return { open, copies, begin: hold, leave }
}

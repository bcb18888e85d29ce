import { useMemo } from 'react'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { DraftPlatform } from './store.ts'

/** A copy of everything may be long. */
const longMs = 60_000

/** The calls that keep a draft on the platform. */
export function useDraftPlatform(memberGroupId: number, advertiserId: number): DraftPlatform {
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

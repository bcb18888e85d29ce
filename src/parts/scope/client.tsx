import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react'
import { advertiserGroups, type AdvertiserGroup } from '../../contract/advertisers/groups.ts'
import { type Advertiser, advertisers } from '../../contract/advertisers/advertisers.ts'
import {
  type ContextPart,
  type ContextState,
  contextState,
  type PartState,
  type RouteContext,
} from '../../contract/addresses/context.rules.ts'
import type { Result } from '../../contract/endpoint.ts'
import { defaultLabel, type MemberGroup, memberGroups } from '../../contract/clients/clients.ts'
import { cacheTimes } from '../../kit/session/times.ts'
import { useRead } from '../../kit/cache.tsx'
import type { Problem } from '../../kit/problem.ts'

type Channels = Result<typeof memberGroups.channels>['channels']
/** What a client calls what it lets be advertised. */
export type Label = MemberGroup['label']
/** A client; of one that nobody may read, its id and no more. */
export type KnownClient = Pick<MemberGroup, 'member_group_id'> & Partial<MemberGroup>

/** Whose data is shown, as far as it is known. */
export interface ClientContext {
  readonly state: ContextState
  /** The status with which the platform refused; 0 where it did not answer. */
  readonly code?: number
  readonly problem?: Problem
  /** Which part of the address it was that could not be read, or is nobody's. */
  readonly lost?: ContextPart
  readonly memberGroup?: KnownClient
  readonly advertiser?: Advertiser
  readonly advertiserGroup?: AdvertiserGroup
  readonly label: Label
  readonly currencies: MemberGroup['currencies']
  /** Of the advertiser where there is one, else of the client; empty where they could not be read. */
  readonly channels: Channels
  /** The client may not be read; all that is known of it is its id. */
  readonly isMinimal: boolean
  retry(): void
}

const nothing: ClientContext = {
  ...{ state: 'idle', label: defaultLabel, currencies: [], channels: [], isMinimal: false },
  retry: () => undefined,
}
const Current = createContext<ClientContext>(nothing)

interface Answer {
  readonly data?: unknown
  readonly error?: Problem | undefined
}
const lost = 404

/** How far one part has come; whose owner turns out to be another client is not there. */
function partOf(id: number | undefined, { data, error }: Answer, isForeign = false): PartState {
  if (id === undefined) return 'none'
  if (data) return isForeign ? lost : 'there'
  return error ? error.status : 'pending'
}

/** Reads what the address names, all at once; an address that names an advertiser alone is of that advertiser's client. */
function useParts({ clientId: said, advertiserId, advertiserGroupId }: RouteContext) {
  const freshForMs = cacheTimes.memberGroups
  const advertiser = useRead(advertisers.one, advertiserId === undefined ? null : { path: { advertiserId } })
  const clientId = said ?? advertiser.data?.member_group_id
  const at = clientId === undefined ? null : { path: { memberGroupId: clientId } }
  const memberGroup = useRead(memberGroups.one, at, { freshForMs })
  const channels = useRead(memberGroups.channels, at, { freshForMs })
  const isGrouped = clientId !== undefined && advertiserGroupId !== undefined
  const group = useRead(advertiserGroups.one, isGrouped ? { path: { memberGroupId: clientId, advertiserGroupId } } : null)
  return { clientId, memberGroup, channels, group: { ...group, id: isGrouped ? advertiserGroupId : undefined }, advertiser }
}

type Parts = ReturnType<typeof useParts>

/** The state of what was read; an advertiser of another client is not there. */
function stateOf({ advertiserId }: RouteContext, { clientId, memberGroup, group, advertiser }: Parts) {
  const isForeign = clientId !== undefined && advertiser.data !== undefined && advertiser.data.member_group_id !== clientId
  const parts = {
    memberGroup: partOf(clientId, memberGroup),
    advertiserGroup: partOf(group.id, group),
    advertiser: partOf(advertiserId, advertiser, isForeign),
  }
  return { ...contextState(parts), isForeign, isMinimal: clientId !== undefined && !memberGroup.data && memberGroup.error?.status === 403 }
}

function useContextOf(route: RouteContext): ClientContext {
  const parts = useParts(route)
  const { state, code, part, isForeign, isMinimal } = stateOf(route, parts)
  const { clientId, memberGroup, group, advertiser, channels } = parts
  const problem = state === 'error' ? (memberGroup.error ?? group.error ?? advertiser.error) : undefined
  const client: KnownClient | undefined = useMemo(
    () => memberGroup.data ?? (isMinimal && clientId !== undefined ? { member_group_id: clientId } : undefined),
    [memberGroup.data, isMinimal, clientId],
  )
  const [own, ownGroup, ofClient] = [isForeign ? undefined : advertiser.data, group.data, channels.data]
  const mutates = [memberGroup.mutate, group.mutate, advertiser.mutate, channels.mutate]
  const retry = useRef<() => void>(undefined)
  retry.current = () => void Promise.allSettled(mutates.map((mutate) => mutate()))
  return useMemo(
    () => ({
      state,
      ...(code !== undefined && { code }),
      ...(problem && { problem }),
      ...(part && { lost: part }),
      ...(client && { memberGroup: client }),
      ...(own && { advertiser: own }),
      ...(ownGroup && { advertiserGroup: ownGroup }),
      label: client?.label ?? defaultLabel,
      currencies: client?.currencies ?? [],
      channels: own?.channels ?? ofClient?.channels ?? [],
      isMinimal,
      retry: () => retry.current?.(),
    }),
    [state, code, problem, part, client, own, ownGroup, ofClient, isMinimal],
  )
}

/** Puts the client, the group and the advertiser of an address above a surface. */
export function ClientProvider({ context, children }: { readonly context: RouteContext; readonly children: ReactNode }) {
  return <Current value={useContextOf(context)}>{children}</Current>
}

/** Whose data the surface that this is in shows. */
export const useClient = (): ClientContext => useContext(Current)

/** What the client calls what it lets be advertised, or one kind of it; a client that has not said gets words in the reader's own language. */
export function useLabel(entityGroupId?: number): Label {
  const { t } = useLingui()
  const { memberGroup, label } = useClient()
  const isAsked = entityGroupId !== undefined && memberGroup !== undefined
  const { data } = useRead(memberGroups.entityGroups, isAsked ? { path: { memberGroupId: memberGroup.member_group_id } } : null)
  const own = data?.entity_groups.find(({ entity_group_id }) => entity_group_id === entityGroupId)?.label ?? label
  return {
    singular: own.singular === defaultLabel.singular ? t`Entity` : own.singular,
    plural: own.plural === defaultLabel.plural ? t`Entities` : own.plural,
  }
}

import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from 'react'
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
import { defaultCurrencyDigits } from '../../contract/money/currencies.ts'
import { cacheTimes } from '../../kit/session/times.ts'
import { useRead } from '../../kit/cache.tsx'
import type { Problem } from '../../kit/problem.ts'
import type { CurrencyFormat } from '../../ui/format/format.ts'
import { bidDigitsOf } from '../../contract/bids/bids.rules.ts'

type Channels = Result<typeof memberGroups.channels>['channels']
/** The client's names for its advertised entities. */
export type Label = MemberGroup['label']
/** A client; only its id if the user may not read it. */
export type KnownClient = Pick<MemberGroup, 'member_group_id'> & Partial<MemberGroup>

/** The client, advertiser and advertiser group whose data is shown, as far as loaded. */
export interface ClientContext {
  readonly state: ContextState
  /** The HTTP status of the refusal; 0 if the platform did not answer. */
  readonly status?: number
  readonly problem?: Problem
  /** The part of the address that could not be read or does not exist. */
  readonly lost?: ContextPart
  readonly memberGroup?: KnownClient
  readonly advertiser?: Advertiser
  readonly advertiserGroup?: AdvertiserGroup
  readonly label: Label
  readonly currencies: MemberGroup['currencies']
  /** The advertiser's channels if there is one, else the client's; empty if they could not be read. */
  readonly channels: Channels
  /** The user may not read the client; only its id is known. */
  readonly isMinimal: boolean
  retry(): void
}

const emptyContext: ClientContext = {
  state: 'idle',
  label: defaultLabel,
  currencies: [],
  channels: [],
  isMinimal: false,
  retry: () => undefined,
}
const Current = createContext<ClientContext>(emptyContext)

interface PartResponse {
  readonly data?: unknown
  readonly error?: Problem | undefined
}
const notFoundStatus = 404

/** The loading state of one part; 404 if it belongs to another client. */
function partOf(id: number | undefined, { data, error }: PartResponse, isForeign = false): PartState {
  if (id === undefined) return 'none'
  if (data) return isForeign ? notFoundStatus : 'there'
  return error ? error.status : 'pending'
}

/** Loads everything the address names in parallel. An address that names only an advertiser uses that advertiser's client. */
function useParts({ clientId: routeClientId, advertiserId, advertiserGroupId }: RouteContext) {
  const freshForMs = cacheTimes.memberGroups
  const advertiser = useRead(advertisers.one, advertiserId === undefined ? null : { path: { advertiserId } })
  const clientId = routeClientId ?? advertiser.data?.member_group_id
  const at = clientId === undefined ? null : { path: { memberGroupId: clientId } }
  const memberGroup = useRead(memberGroups.one, at, { freshForMs })
  const channels = useRead(memberGroups.channels, at, { freshForMs })
  const isGrouped = clientId !== undefined && advertiserGroupId !== undefined
  const group = useRead(advertiserGroups.one, isGrouped ? { path: { memberGroupId: clientId, advertiserGroupId } } : null)
  return { clientId, memberGroup, channels, group: { ...group, id: isGrouped ? advertiserGroupId : undefined }, advertiser }
}

type Parts = ReturnType<typeof useParts>

/** The combined loading state; an advertiser of another client counts as not found. */
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
  const { state, status, part, isForeign, isMinimal } = stateOf(route, parts)
  const { clientId, memberGroup, group, advertiser, channels } = parts
  const problem = state === 'error' ? (memberGroup.error ?? group.error ?? advertiser.error) : undefined
  const client: KnownClient | undefined = useMemo(
    () => memberGroup.data ?? (isMinimal && clientId !== undefined ? { member_group_id: clientId } : undefined),
    [memberGroup.data, isMinimal, clientId],
  )
  const ownAdvertiser = isForeign ? undefined : advertiser.data
  const ownGroup = group.data
  const ofClient = channels.data
  const mutates = [memberGroup.mutate, group.mutate, advertiser.mutate, channels.mutate]
  const retry = useRef<() => void>(undefined)
  retry.current = () => void Promise.allSettled(mutates.map((mutate) => mutate()))
  return useMemo(
    () => ({
      state,
      ...(status !== undefined && { status }),
      ...(problem && { problem }),
      ...(part && { lost: part }),
      ...(client && { memberGroup: client }),
      ...(ownAdvertiser && { advertiser: ownAdvertiser }),
      ...(ownGroup && { advertiserGroup: ownGroup }),
      label: client?.label ?? defaultLabel,
      currencies: client?.currencies ?? [],
      channels: ownAdvertiser?.channels ?? ofClient?.channels ?? [],
      isMinimal,
      retry: () => retry.current?.(),
    }),
    [state, status, problem, part, client, ownAdvertiser, ownGroup, ofClient, isMinimal],
  )
}

/** Provides the client, advertiser group and advertiser of an address to a surface. */
export function ClientProvider({ context, children }: { readonly context: RouteContext; readonly children: ReactNode }) {
  return <Current value={useContextOf(context)}>{children}</Current>
}

/** The context of the surrounding `ClientProvider`. */
export const useClient = (): ClientContext => useContext(Current)

/** Returns a currency's format by its code. Decimal digits come from the client's currency settings. */
export function useCurrency(): (code: string) => CurrencyFormat {
  const { currencies } = useClient()
  return useCallback(
    (code) => ({
      currency_code: code,
      currency_digits: currencies.find(({ currency_code }) => currency_code === code)?.digits ?? defaultCurrencyDigits,
    }),
    [currencies],
  )
}

/** The client's names for its entities, or for those of one entity group; translated defaults if the client has not set any. */
export function useLabel(entityGroupId?: number): Label {
  const { t } = useLingui()
  const { memberGroup, label } = useClient()
  const isNeeded = entityGroupId !== undefined && memberGroup !== undefined
  const { data } = useRead(memberGroups.entityGroups, isNeeded ? { path: { memberGroupId: memberGroup.member_group_id } } : null)
  const groupLabel = data?.entity_groups.find(({ entity_group_id }) => entity_group_id === entityGroupId)?.label ?? label
  return {
    singular: groupLabel.singular === defaultLabel.singular ? t`Entity` : groupLabel.singular,
    plural: groupLabel.plural === defaultLabel.plural ? t`Entities` : groupLabel.plural,
  }
}

/** A currency with the decimal places of bids. The additional one is shown only if a bid uses it: $1.10, but $0.125. */
export const withBidDigits = (currency: CurrencyFormat): CurrencyFormat => ({
  ...currency,
  shown_digits: currency.currency_digits,
  currency_digits: bidDigitsOf(currency.currency_digits),
})

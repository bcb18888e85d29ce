import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type AdvertiserChoiceState,
  advertisersChosen,
  advertisersLoaded,
  advertisersMoved,
  type ChosenAdvertiser,
  chosenAdvertiserIds,
  noAdvertiserChoice,
} from './selection.rules.ts'
import { advertisers } from '../../contract/advertisers/advertisers.ts'
import { advertiserRule } from '../../contract/addresses/context.rules.ts'
import { useRead } from '../../kit/cache.tsx'

interface Shared {
  readonly store: StoreApi<AdvertiserChoiceState>
  readonly memberGroupId: number
  /** How many advertisers there are to choose from; unknown at first. */
  readonly total: number | undefined
  readonly hasFailed: boolean
  retry(): void
}

const Current = createContext<Shared | undefined>(undefined)
const nobody = createStore(() => noAdvertiserChoice)

interface AdvertisersProviderProps {
  readonly memberGroupId: number | undefined
  /** The page's address, which decides whether all, one or any number of advertisers are looked at. */
  readonly pathname: string
  readonly children: ReactNode
}

/** Keeps which advertisers of a client are chosen, one store for each element; another client, or none, clears it. */
export function AdvertisersProvider({ memberGroupId, pathname, children }: AdvertisersProviderProps) {
  const [store] = useState(() => createStore(() => noAdvertiserChoice))
  const call = memberGroupId === undefined ? null : { path: { memberGroupId }, query: { start: 0, count: 1 } }
  const { data, error, mutate } = useRead(advertisers.mine, call)
  useEffect(() => {
    // Nothing of one client is chosen at another.
    store.setState((state) => (state.fetchedMemberGroupId === memberGroupId ? state : { ...noAdvertiserChoice, pathname: state.pathname }))
  }, [store, memberGroupId])
  useEffect(() => store.setState((state) => advertisersMoved(state, pathname, advertiserRule(pathname))), [store, pathname])
  useEffect(() => {
    const state = store.getState()
    if (!data || memberGroupId === undefined || state.fetchedMemberGroupId === memberGroupId) return
    const [one] = data.advertisers
    const first = one && { id: one.advertiser_id, label: one.name }
    store.setState(advertisersLoaded(state, { memberGroupId, first }, advertiserRule(state.pathname)))
  }, [store, data, memberGroupId])
  const total = data?.total
  const hasFailed = error !== undefined
  const shared = useMemo(
    () => (memberGroupId === undefined ? undefined : { store, memberGroupId, total, hasFailed, retry: () => void mutate() }),
    [store, memberGroupId, total, hasFailed, mutate],
  )
  return <Current value={shared}>{children}</Current>
}

/** The choice among the advertisers of the client of now; between two clients nobody is chosen. */
function useChoiceState(shared: Shared | undefined): AdvertiserChoiceState {
  const state = useStore(shared?.store ?? nobody)
  const isOwn = state.fetchedMemberGroupId === shared?.memberGroupId
  return useMemo(() => (isOwn ? state : { ...noAdvertiserChoice, pathname: state.pathname }), [isOwn, state])
}

/** Which advertisers are chosen, and how many there are. */
export function useAdvertiserChoice() {
  const shared = useContext(Current)
  const state = useChoiceState(shared)
  const rule = advertiserRule(state.pathname)
  return {
    ...state,
    rule,
    memberGroupId: shared?.memberGroupId,
    total: shared?.total,
    hasFailed: shared?.hasFailed ?? false,
    retry: () => shared?.retry(),
    choose: (chosen: readonly ChosenAdvertiser[]) => shared?.store.setState(advertisersChosen(state, chosen, rule)),
  }
}

/** The ids that a call names; nothing where it is about all advertisers of the client. */
export function useAdvertiserIds(): number[] | undefined {
  const state = useChoiceState(useContext(Current))
  return useMemo(() => chosenAdvertiserIds(state), [state])
}

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
import { advertiserSelectionOf } from '../../contract/addresses/context.rules.ts'
import { useRead } from '../../kit/cache.tsx'

interface Shared {
  readonly store: StoreApi<AdvertiserChoiceState>
  readonly memberGroupId: number
  /** The number of advertisers to choose from; undefined until loaded. */
  readonly total: number | undefined
  readonly hasFailed: boolean
  retry(): void
}

const Current = createContext<Shared | undefined>(undefined)
const noChoiceStore = createStore(() => noAdvertiserChoice)

interface AdvertisersProviderProps {
  readonly memberGroupId: number | undefined
  /** The page's path, which decides whether all, one or any number of advertisers are shown. */
  readonly pathname: string
  readonly children: ReactNode
}

/** Stores the chosen advertisers, in one store per element; another client clears the choice. */
export function AdvertisersProvider({ memberGroupId, pathname, children }: AdvertisersProviderProps) {
  const [store] = useState(() => createStore(() => noAdvertiserChoice))
  const call = memberGroupId === undefined ? null : { path: { memberGroupId }, query: { start: 0, count: 1 } }
  const { data, error, mutate } = useRead(advertisers.mine, call)
  useEffect(() => {
    // A choice never carries over to another client.
    store.setState((state) => (state.fetchedMemberGroupId === memberGroupId ? state : { ...noAdvertiserChoice, pathname: state.pathname }))
  }, [store, memberGroupId])
  useEffect(() => store.setState((state) => advertisersMoved(state, pathname, advertiserSelectionOf(pathname))), [store, pathname])
  useEffect(() => {
    const state = store.getState()
    if (!data || memberGroupId === undefined || state.fetchedMemberGroupId === memberGroupId) return
    const [one] = data.advertisers
    const first = one && { id: one.advertiser_id, label: one.name }
    store.setState(advertisersLoaded(state, { memberGroupId, first }, advertiserSelectionOf(state.pathname)))
  }, [store, data, memberGroupId])
  const total = data?.total
  const hasFailed = error !== undefined
  const shared = useMemo(
    () => (memberGroupId === undefined ? undefined : { store, memberGroupId, total, hasFailed, retry: () => void mutate() }),
    [store, memberGroupId, total, hasFailed, mutate],
  )
  return <Current value={shared}>{children}</Current>
}

/** The choice for the current client; empty until the store has changed to that client. */
function useChoiceState(shared: Shared | undefined): AdvertiserChoiceState {
  const state = useStore(shared?.store ?? noChoiceStore)
  const isOwn = state.fetchedMemberGroupId === shared?.memberGroupId
  return useMemo(() => (isOwn ? state : { ...noAdvertiserChoice, pathname: state.pathname }), [isOwn, state])
}

/** The chosen advertisers and their total number. */
export function useAdvertiserChoice() {
  const shared = useContext(Current)
  const state = useChoiceState(shared)
  const rule = advertiserSelectionOf(state.pathname)
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

/** The ids to send with a request; undefined for all advertisers of the client. */
export function useAdvertiserIds(): number[] | undefined {
  const state = useChoiceState(useContext(Current))
  return useMemo(() => chosenAdvertiserIds(state), [state])
}

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { advertisers } from '../../contract/advertisers/advertisers.ts'
import { advertiserSelectionOf } from '../../contract/addresses/context.rules.ts'
import { useRead } from '../../kit/cache.tsx'

/** A chosen advertiser. */
export interface ChosenAdvertiser {
  readonly id: number
  readonly label: string
}

/** The chosen advertisers of a client: all, or a list. */
export type AdvertiserSelection = { readonly kind: 'all' } | { readonly kind: 'some'; readonly chosen: readonly ChosenAdvertiser[] }

/** The state of the advertiser choice. */
export interface AdvertiserChoiceState {
  /** The client that the advertisers belong to; undefined until the first list is loaded. */
  readonly fetchedMemberGroupId: number | undefined
  readonly pathname: string
  readonly selection: AdvertiserSelection
  /** The client's first advertiser; undefined until loaded, or if there is none. */
  readonly first: ChosenAdvertiser | undefined
  /** The current address shows all advertisers; the previous choice returns on the next address. */
  readonly useAllAdvertisersSelectedOverride: boolean
}

type Rule = ReturnType<typeof advertiserSelectionOf>

/** The initial state: no list is loaded, and all advertisers are chosen. */
export const noAdvertiserChoice: AdvertiserChoiceState = {
  fetchedMemberGroupId: undefined,
  pathname: '',
  selection: { kind: 'all' },
  first: undefined,
  useAllAdvertisersSelectedOverride: false,
}

const some = (chosen: readonly ChosenAdvertiser[]): AdvertiserSelection => (chosen.length > 0 ? { kind: 'some', chosen } : { kind: 'all' })

/** The choice that an address allows: on a single-advertiser route only the first one stays. */
function applyAdvertiserRule(selection: AdvertiserSelection, first: ChosenAdvertiser | undefined, rule: Rule): AdvertiserSelection {
  if (rule !== 'first') return selection
  const stays = selection.kind === 'some' ? selection.chosen[0] : first
  return stays ? some([stays]) : selection
}

/** A client's list was loaded: all advertisers are chosen, or only the first on a single-advertiser route. */
export const advertisersLoaded = (
  { pathname }: AdvertiserChoiceState,
  { memberGroupId, first }: { readonly memberGroupId: number; readonly first: ChosenAdvertiser | undefined },
  rule: Rule,
): AdvertiserChoiceState => ({
  fetchedMemberGroupId: memberGroupId,
  pathname,
  first,
  selection: applyAdvertiserRule({ kind: 'all' }, first, rule),
  useAllAdvertisersSelectedOverride: rule === 'all',
})

/** The address has changed. */
export const advertisersMoved = (state: AdvertiserChoiceState, pathname: string, rule: Rule): AdvertiserChoiceState => ({
  ...state,
  pathname,
  selection: applyAdvertiserRule(state.selection, state.first, rule),
  useAllAdvertisersSelectedOverride: rule === 'all',
})

/** The user changed the choice. An empty list means all; on a single-advertiser route the last one added wins. */
export const advertisersChosen = (state: AdvertiserChoiceState, chosen: readonly ChosenAdvertiser[], rule: Rule): AdvertiserChoiceState => {
  const last = chosen.at(-1)
  return {
    ...state,
    selection: rule === 'first' && last ? some([last]) : applyAdvertiserRule(some(chosen), state.first, rule),
    useAllAdvertisersSelectedOverride: false,
  }
}

/** The ids to send with a request; undefined for all advertisers. */
export const chosenAdvertiserIds = ({
  selection,
  useAllAdvertisersSelectedOverride: isAll,
}: AdvertiserChoiceState): number[] | undefined => (isAll || selection.kind === 'all' ? undefined : selection.chosen.map(({ id }) => id))

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

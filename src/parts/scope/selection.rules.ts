import type { advertiserRule } from '../../contract/addresses/context.rules.ts'

/** An advertiser as far as a choice keeps it. */
export interface ChosenAdvertiser {
  readonly id: number
  readonly label: string
}

/** Which advertisers of a client are chosen: all, however many there are, or some by name. */
export type AdvertiserSelection = { readonly kind: 'all' } | { readonly kind: 'some'; readonly chosen: readonly ChosenAdvertiser[] }

/** Everything that a choice of advertisers is made of. */
export interface AdvertiserChoiceState {
  /** The client whose advertisers they are; nothing before the first one. */
  readonly fetchedMemberGroupId: number | undefined
  readonly pathname: string
  readonly selection: AdvertiserSelection
  /** The first advertiser of the client; nothing before it is known, or where there is none. */
  readonly first: ChosenAdvertiser | undefined
  /** The address shows all of them, whichever were chosen; what was chosen comes back with the next address. */
  readonly useAllAdvertisersSelectedOverride: boolean
}

type Rule = ReturnType<typeof advertiserRule>

/** Nobody's list: nothing is fetched, and all that will be there is chosen. */
export const noAdvertiserChoice: AdvertiserChoiceState = {
  fetchedMemberGroupId: undefined,
  pathname: '',
  selection: { kind: 'all' },
  first: undefined,
  useAllAdvertisersSelectedOverride: false,
}

const some = (chosen: readonly ChosenAdvertiser[]): AdvertiserSelection => (chosen.length > 0 ? { kind: 'some', chosen } : { kind: 'all' })

/** The choice as an address leaves it: on a single-advertiser route the first one stays. */
function ruled(selection: AdvertiserSelection, first: ChosenAdvertiser | undefined, rule: Rule): AdvertiserSelection {
  if (rule !== 'first') return selection
  const stays = selection.kind === 'some' ? selection.chosen[0] : first
  return stays ? some([stays]) : selection
}

/** A client's list has come: everybody on it is chosen, or the first alone where the address shows one. */
export const advertisersLoaded = (
  { pathname }: AdvertiserChoiceState,
  { memberGroupId, first }: { readonly memberGroupId: number; readonly first: ChosenAdvertiser | undefined },
  rule: Rule,
): AdvertiserChoiceState => ({
  fetchedMemberGroupId: memberGroupId,
  pathname,
  first,
  selection: ruled({ kind: 'all' }, first, rule),
  useAllAdvertisersSelectedOverride: rule === 'all',
})

/** The address is another one. */
export const advertisersMoved = (state: AdvertiserChoiceState, pathname: string, rule: Rule): AdvertiserChoiceState => ({
  ...state,
  pathname,
  selection: ruled(state.selection, state.first, rule),
  useAllAdvertisersSelectedOverride: rule === 'all',
})

/** Somebody chose; nobody means everybody, and where one is shown, the last that was added is the one. */
export const advertisersChosen = (state: AdvertiserChoiceState, chosen: readonly ChosenAdvertiser[], rule: Rule): AdvertiserChoiceState => {
  const last = chosen.at(-1)
  return {
    ...state,
    selection: rule === 'first' && last ? some([last]) : ruled(some(chosen), state.first, rule),
    useAllAdvertisersSelectedOverride: false,
  }
}

/** The ids that a call names; nothing where it is about all of them. */
export const chosenAdvertiserIds = ({
  selection,
  useAllAdvertisersSelectedOverride: isAll,
}: AdvertiserChoiceState): number[] | undefined => (isAll || selection.kind === 'all' ? undefined : selection.chosen.map(({ id }) => id))

import type { advertiserSelectionOf } from '../../contract/addresses/context.rules.ts'

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

import { useLingui } from '@lingui/react/macro'
import { createContext, useContext } from 'react'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import { idOf } from '../../../contract/addresses/context.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { useAdvertiserOptions } from '../../../parts/scope/advertiser-options.ts'
import { useWhose } from '../../../parts/scope/scope.tsx'
import { Select } from '../../../ui/select/select.tsx'

interface Known {
  /** Those that the element is about; nothing where it is about all of the client's. */
  readonly advertiserIds: readonly number[] | undefined
  /** The one that the address names. */
  readonly named: number | undefined
  /** The only one that the person has. */
  readonly only: number | undefined
}

/** For whom one registers: the advertiser of the element, else the one that the address names, else the only one there is. */
export function registrantOf({ advertiserIds, named, only }: Known): number | undefined {
  if (advertiserIds?.length === 1) return advertiserIds[0]
  const isOffered = named !== undefined && (advertiserIds === undefined || advertiserIds.includes(named))
  return isOffered ? named : only
}

/** Whose things are registered. */
export interface Registrant {
  readonly memberGroupId: number
  readonly advertiserId: number
  /** Whose clocks moments are told by. */
  readonly zone: string
}

const Current = createContext<Registrant | undefined>(undefined)

/** Puts the advertiser that is registered for above everything of it. */
export const RegistrantProvider = Current.Provider

/** Whose things are registered here. */
export function useRegistrant(): Registrant {
  const registrant = useContext(Current)
  if (!registrant) throw new Error('There is no advertiser above this')
  return registrant
}

/** For whom one registers here, and whether one may choose. */
export function useAsked() {
  const { clientId: memberGroupId, advertiserIds } = useWhose()
  const own = advertiserIds?.length === 1 ? advertiserIds[0] : undefined
  const { query } = usePath()
  const all = useRead(advertisers.mine, own === undefined ? { path: { memberGroupId }, query: { start: 0, count: 1 } } : null)
  const named = idOf(query.get('advertiser') ?? undefined)
  const only = all.data?.total === 1 ? all.data.advertisers[0]?.advertiser_id : undefined
  const advertiserId = registrantOf({ advertiserIds, named, only })
  const one = useRead(advertisers.one, advertiserId === undefined ? null : { path: { advertiserId } })
  // Whoever has one alone, and came by the address of another, finds the way to it.
  const hasChoice = own === undefined && all.data !== undefined && (all.data.total !== 1 || advertiserId !== only)
  return { all, one, advertiserId, hasChoice }
}

/** Chooses for whom one registers, where the page shows more than one advertiser; the choice is in the address. */
export function RegistrantChoice({ chosen }: { readonly chosen: { readonly id: number; readonly label: string } | null }) {
  const { t } = useLingui()
  const { clientId, advertiserIds } = useWhose()
  const { setQuery } = usePath()
  const options = useAdvertiserOptions(clientId, advertiserIds)
  return (
    <Select
      label={t`Advertiser`}
      placeholder={t`Choose an advertiser`}
      isRequired
      options={options}
      value={chosen}
      onChange={(one) => setQuery({ advertiser: one ? String(one.id) : undefined, ...nowhere })}
    />
  )
}

/** The words of the address that are about one advertiser's lists. */
export const nowhere = { list: undefined, lines: undefined, lists: undefined, failed: undefined }
